import { defineHandler, type Tokens } from '../../../runtime/core/contracts.ts'

export default defineHandler<{ refresh_token: string }, Tokens>('account.token', (input, { sessions }) =>
  sessions.refresh(input.refresh_token),
)
