/** Deletes an event that no one has signed up for. The row stays for the retention, and can be restored. */
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('event.remove', async ({ id }, context) => {
  const { db, now, fail, record } = context
  await context.call('event.managed', { id })
  await db.selectFrom('competition_event').select('id').where('id', '=', id).forUpdate().execute()
  const used = await db.selectFrom('signup_registration').select('id').where('eventId', '=', id).limit(1).executeTakeFirst()
  if (used) return fail('EVENT_IN_USE', { id })
  const removedAt = now.toISOString()
  await db.updateTable('competition_event').set({ removedAt }).where('id', '=', id).execute()
  await record({ entity: 'competition.event', rowId: id, before: { removedAt: null }, after: { removedAt } })
  return { id }
})
