import { defineHandler, type Tokens } from '../../../runtime/core/contracts.ts'

export default defineHandler<{ ticket: string; returnTo: string; verifier: string }, Tokens>(
  'account.redeemTicket',
  (input, { sessions }) => sessions.redeemTicket(input),
)
