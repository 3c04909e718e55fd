import { defineHandler } from '../../../runtime/core/contracts.ts'
import { addressOf } from './addressOf.ts'

export default defineHandler('competition.calendarAddress', async (_, context) => {
  const found = await context.rows.find('competition.calendarKey', { userId: context.session.userId! })
  return { address: found ? addressOf(found.key, context) : null }
})
