import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('account.issueTicket', (input, { sessions }) => sessions.issueTicket(input))
