import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('account.issueTicket', (input, { people }) => people.sessions.issueTicket(input))
