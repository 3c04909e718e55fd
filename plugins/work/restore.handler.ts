/** Restores deleted works, each by `work.restoreOne`, as far as the limit of its registration allows. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertRoom } from './registration.ts'
import { namedWorks } from './workIds.ts'

export default defineHandler('work.restore', async ({ workIds }, context) => {
  const ids = namedWorks(workIds)
  for (const id of ids) {
    const { registrationId, state } = await context.call('work.restoreOne', { id })
    if (state !== 'submitted') continue
    await context.lock('registration', registrationId)
    // the row counts now itself
    await assertRoom(registrationId, (await limitOf(registrationId, context.db)) + 1, context)
  }
  return { restored: ids.length }
})

async function limitOf(registrationId: string, db: Parameters<typeof assertRoom>[2]['db']): Promise<number> {
  const query = db.selectFrom('signup_registration as r').innerJoin('competition_competition as c', 'c.id', 'r.competitionId')
  return (await query.select('c.workLimit').where('r.id', '=', registrationId).executeTakeFirstOrThrow()).workLimit as number
}
