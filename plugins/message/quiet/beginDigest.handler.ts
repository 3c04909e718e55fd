/** The first topic of a rhythm begins its digest. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { nextDigest } from './nextDigest.ts'
import { zoneOf } from './zoneOf.ts'

interface Chosen {
  row: { id: string }
}

export default defineHandler<'message.beginDigest', Chosen, null>('message.beginDigest', async ({ row: { id } }, context) => {
  const { rows, now } = context
  const { userId, rhythm } = await rows.get('message.rhythm', id)
  const nextAt = nextDigest(rhythm, now, await zoneOf(userId, context)).toISOString()
  await rows.createMissing('message.digest', ['userId', 'rhythm'], [{ userId, rhythm, since: now.toISOString(), nextAt }])
  return null
})
