import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('account.token', (input, { sessions }) => sessions.refresh(input.refresh_token))
