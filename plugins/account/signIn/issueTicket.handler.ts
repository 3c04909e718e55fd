import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler<{ returnTo: string; challenge: string }, { address: string }>('account.issueTicket', (input, { sessions }) =>
  sessions.issueTicket(input),
)
