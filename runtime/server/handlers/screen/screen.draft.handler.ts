/** Saves the documents of a new screen as drafts. Answers their names, as publishing together takes them. */
import { defineHandler } from '../../../core/contracts.ts'
import { checkedPlan } from '../../documents/checkedPlan.ts'

export default defineHandler('platform.screen.draft', async (request, context) => {
  const plan = checkedPlan(request, context)
  for (const { kind, id, content } of plan) await context.call('platform.document.save', { kind, id, content })
  return { documents: plan.map(({ kind, id }) => `${kind}:${id}`), to: `/admin/${request.name}`, page: `${request.name}.list` }
})
