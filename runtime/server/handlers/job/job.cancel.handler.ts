/** Staff end a job that waits or runs. */
import { defineHandler } from '../../../core/contracts.ts'
import { cancel } from '../../jobs/takeUp.ts'

export default defineHandler('platform.job.cancel', async ({ id }, { db, rows, fail }) => {
  const row = await db.selectFrom('platform_job').select(['key', 'state']).where('id', '=', id).executeTakeFirst()
  if (!row || !(await cancel(db, row.key))) return fail('JOB_OVER')
  await rows.record({ entity: 'platform.job', rowId: id, before: { state: row.state }, after: { state: 'failed' } })
  return null
})
