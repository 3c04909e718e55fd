/** A report of mails that came back -> whose they were and why, no matter who wrote it. Pure; what it does not know is no report. */
import { isRecord } from '../../../runtime/core/isRecord.ts'
import { refusesAddress } from '../refusesAddress.ts'

export interface Bounce {
  /** In lower case. */
  address: string
  reason: string
  /** The address takes nothing any more; else this mail alone came back. */
  isLost: boolean
  /** Id of the mail in the outbox, where the report names it. */
  outboxId: string | null
}
type Json = Record<string, unknown>

/** Recipients of one report. */
const MAX = 1_000
const MAX_LETTERS = 500
const MESSAGE_ID = /\boutbox-(\d{1,18})@/

/** @param report  `{ report }` with a delivery status notification as text, or what a mail service sends */
export function readReport(report: Json): Bounce[] {
  const readers = [ofNotification, ofAmazon, ofMailgun, ofPostmark, ofResend, ofSendGrid]
  const found = readers.flatMap((read) => read(report)).slice(0, MAX)
  return found.filter(({ address }) => /^[^\s@]+@[^\s@]+$/.test(address))
}

function bounce(address: unknown, reason: unknown, isLost: boolean, reference: unknown): Bounce {
  const words = typeof reason === 'string' && reason.trim() !== '' ? reason.trim() : 'the mail came back'
  return {
    address: String(address ?? '')
      .trim()
      .toLowerCase(),
    reason: words.replace(/\s+/g, ' ').slice(0, MAX_LETTERS),
    isLost,
    outboxId: MESSAGE_ID.exec(typeof reference === 'string' ? reference : '')?.[1] ?? null,
  }
}

/** RFC 3464: a block of fields for the mail, then one for each recipient; the head of the mail follows. */
function ofNotification({ report }: Json): Bounce[] {
  if (typeof report !== 'string') return []
  const text = report.replaceAll('\r\n', '\n')
  const [, status] = text.split(/^content-type:\s*message\/delivery-status\b.*\n(?:.+\n)*\n/im)
  if (status === undefined) return []
  const blocks = status.split(/^--/m)[0]!.split(/\n\s*\n/)
  // the last one is of the mail that came back; the first is the report's own
  const reference = [...text.matchAll(/^message-id:\s*(<.*>)/gim)].map(([, id]) => id).findLast((id) => MESSAGE_ID.test(id!))
  return blocks.flatMap((block) => {
    const fields = fieldsOf(block)
    if (fields.get('action')?.toLowerCase() !== 'failed') return []
    const code = fields.get('status') ?? ''
    if (!code.startsWith('5.')) return []
    const recipient = fields.get('original-recipient') ?? fields.get('final-recipient') ?? ''
    const words = fields.get('diagnostic-code')?.replace(/^[\w-]+;\s*/, '')
    return [bounce(recipient.replace(/^[\w-]+;\s*/, '').replace(/^<|>$/g, ''), words ?? code, refusesAddress(code), reference)]
  })
}

function fieldsOf(block: string): Map<string, string> {
  const lines = block.replace(/\n[ \t]+/g, ' ').split('\n')
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name.toLowerCase(), value!.trim()]]
    }),
  )
}

/** Amazon SES, as SNS carries it: the notice is JSON in a text. */
function ofAmazon({ Type, Message }: Json): Bounce[] {
  if (Type !== 'Notification' || typeof Message !== 'string') return []
  const notice = parsed(Message)
  const { bounceType, bouncedRecipients } = recordOf(notice.bounce)
  if (bounceType !== 'Permanent') return []
  const { messageId } = recordOf(recordOf(notice.mail).commonHeaders)
  return listOf(bouncedRecipients).map(({ emailAddress, diagnosticCode }) => bounce(emailAddress, diagnosticCode, true, messageId))
}

function ofMailgun(report: Json): Bounce[] {
  const data = recordOf(report['event-data'])
  if (data.event !== 'failed' || data.severity !== 'permanent') return []
  const { message, description } = recordOf(data['delivery-status'])
  return [bounce(data.recipient, message || description, true, recordOf(recordOf(data.message).headers)['message-id'])]
}

function ofPostmark({ RecordType, Type, Email, Description, Details }: Json): Bounce[] {
  if (RecordType !== 'Bounce' || (Type !== 'HardBounce' && Type !== 'BadEmailAddress')) return []
  return [bounce(Email, Details || Description, true, null)]
}

function ofResend({ type, data }: Json): Bounce[] {
  const { to, bounce: reported } = recordOf(data)
  const { type: kind, message } = recordOf(reported)
  if (type !== 'email.bounced' || kind !== 'Permanent' || !Array.isArray(to)) return []
  return to.map((address) => bounce(address, message, true, null))
}

function ofSendGrid({ events }: Json): Bounce[] {
  const bounced = listOf(events).filter(({ event, type }) => event === 'bounce' && type !== 'blocked')
  return bounced.map((event) => bounce(event.email, event.reason, true, event['smtp-id']))
}

function recordOf(value: unknown): Json {
  return isRecord(value) ? value : {}
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function parsed(text: string): Json {
  try {
    return recordOf(JSON.parse(text))
  } catch {
    return {}
  }
}
