import { randomBytes } from 'node:crypto'
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { addressOf } from './addressOf.ts'

const KEY_BYTES = 24

export default defineHandler('competition.renewCalendar', async (_, context) => {
  const key = randomBytes(KEY_BYTES).toString('base64url')
  await context.rows.put('competition.calendarKey', ['userId'], { userId: context.session.userId!, key })
  return { address: addressOf(key, context) }
})
