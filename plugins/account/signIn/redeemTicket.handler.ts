import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('account.redeemTicket', (input, { sessions }) => sessions.redeemTicket(input))
