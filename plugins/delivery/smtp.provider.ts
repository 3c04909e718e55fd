/** Mail by SMTP. The Message-ID is the same for every try of one message, so that mailboxes show a repetition once. */
import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { DeliveryError, defineProvider, type MessageChannel } from '../../runtime/core/contracts.ts'
import { refusesAddress } from './refusesAddress.ts'

interface Settings {
  /** `smtps://user:password@mail.example:465`, or `smtp://` for STARTTLS. */
  url: string
  /** `Agon <no-reply@agon.example>` */
  from: string
  /** `whsec_` and base64: signs what is reported of mails that were taken and bounced later. */
  reportSecret?: string
}

// SMTP: 5xx is final, 4xx may pass (RFC 5321, 4.2.1)
const PERMANENT = 500
// these 5xx answers speak of our settings and not of the receiver: they pass when the settings are corrected
const OURS = new Set([530, 535, 538])

export default defineProvider<MessageChannel, Settings>('delivery.smtp', 'channel', ({ url, from, reportSecret }) => {
  const transport = createTransport({ url, pool: true, maxConnections: 2, disableFileAccess: true, disableUrlAccess: true })
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ key, address, subject, text, html, unsubscribe, replyTo, attachments = [] }) {
      const mail = {
        from,
        ...(replyTo !== undefined && { replyTo }),
        to: { name: '', address },
        subject,
        text,
        html,
        messageId: `<${key}@${domain}>`,
        headers: listHeaders(unsubscribe),
        attachments: attachments.map(({ name, open }) => ({ filename: name, content: open() as Readable })),
      }
      try {
        const { messageId } = await transport.sendMail(mail)
        return { reference: messageId }
      } catch (error) {
        const { responseCode = 0, message, command } = error as { responseCode?: number; message: string; command?: string }
        const isFinal = responseCode >= PERMANENT && !OURS.has(responseCode)
        throw new DeliveryError(message, isFinal, isFinal && refusesAddress(message, command))
      }
    },
    ...(reportSecret ? { reportSecret } : {}),
    close: () => transport.close(),
  }
})

/** The button of mailboxes that ends such mail with one click (RFC 8058). */
function listHeaders(unsubscribe: string | undefined): Record<string, string> {
  return unsubscribe ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}
}
