import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('account.token', (input, { people }) => people.sessions.refresh(input.refresh_token))
