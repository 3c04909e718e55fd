/** Every hour: competitions that were published after a call for reports was opened are asked too. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { askCompetitions } from './askCompetitions.ts'

export default defineHandler('summary.askLater', async (_input, context) => {
  const plans = await context.db.selectFrom('summary_plan').select('id').where('state', '=', 'open').orderBy('id').execute()
  let asked = 0
  for (const { id } of plans) asked += await askCompetitions(id, context)
  return { asked }
})
