import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('account.redeemTicket', (input, { people }) => people.sessions.redeemTicket(input))
