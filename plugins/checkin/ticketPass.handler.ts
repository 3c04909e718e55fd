/** The person's ticket for the wallet of a phone. */
import { attachmentHeader } from '../../runtime/core/attachmentHeader.ts'
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { ownTicket } from './ownTicket.ts'
import { WALLET, type WalletProvider } from './wallet/WalletProvider.ts'

const FIELDS = ['event', 'name', 'team', 'place', 'startsAt'] as const

export default defineHandler('checkin.ticketPass', async ({ id }, context) => {
  const { lang, reply, fail, text } = context
  const ticket = await ownTicket(id, context)
  const wallet = context.documents.service<WalletProvider>(WALLET) ?? fail('CHECKIN_NO_WALLET')
  const words = Object.fromEntries(FIELDS.map((field) => [field, text(`checkin.pass.${field}`)[lang]]))
  const inLang = (value: LocalText) => value[lang] || value.zh
  reply.header('content-type', wallet.type)
  reply.header('cache-control', 'no-store')
  reply.header('content-disposition', attachmentHeader(`ticket.${wallet.extension}`))
  reply.later(() =>
    wallet.file({
      ...{ serial: ticket.holder, code: ticket.code, lang, name: ticket.name, team: ticket.team, startsAt: ticket.startsAt },
      ...{ competition: inLang(ticket.competition), event: inLang(ticket.event), place: ticket.place && inLang(ticket.place) },
      words: words as Record<(typeof FIELDS)[number], string>,
    }),
  )
  return null
})
