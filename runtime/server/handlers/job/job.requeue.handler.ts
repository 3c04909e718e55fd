/** Staff begin a job anew that stands still or has failed. */
import { defineHandler } from '../../../core/contracts.ts'
import { requeue } from '../../jobs/takeUp.ts'

export default defineHandler('platform.job.requeue', async ({ id }, { db, rows, fail }) => {
  const row = await db.selectFrom('platform_job').select(['key', 'state']).where('id', '=', id).executeTakeFirst()
  if (!row || !(await requeue(db, row.key))) return fail('JOB_OVER')
  await rows.record({ entity: 'platform.job', rowId: id, before: { state: row.state }, after: { state: 'waiting' } })
  return null
})
