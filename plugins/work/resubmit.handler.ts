/** A withdrawn work is submitted again, as it was, if the registration still has room. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { ownWork } from './ownWork.ts'
import { assertRoom } from './registration.ts'
import { workRules } from './workRules.ts'

export default defineHandler('work.resubmit', async ({ id }, context) => {
  const { registrationId, competitionId } = await ownWork(id, context)
  await context.lock('registration', registrationId)
  const row = await context.rows.transition('work.life', 'resubmit', id)
  // the row counts now itself
  const { limit } = await workRules(competitionId, context)
  await assertRoom(registrationId, limit + 1, context)
  return { id, state: row.state }
})
