/** The person's ticket. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { ownTicket } from './ownTicket.ts'
import { WALLET, type WalletProvider } from './wallet/WalletProvider.ts'

export default defineHandler('checkin.ticket', async ({ id }, context) => {
  const { holder, code, name, team, competition, event, place, startsAt, arrivedAt } = await ownTicket(id, context)
  return {
    holder,
    code,
    name,
    team,
    competition: { ...competition },
    event: { ...event },
    place: place && { ...place },
    startsAt,
    arrivedAt,
    wallet: context.documents.service<WalletProvider>(WALLET) !== null,
  }
})
