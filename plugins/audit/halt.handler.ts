/** Halts a competition of a subordinate organisation, with the reason, or lifts the halt: it may be submitted and published again. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { competitionBelow, endWaiting, writeStop } from './stop.ts'

export default defineHandler('audit.halt', async ({ competitionId, reason = null, action }, context) => {
  const { above, ...before } = await competitionBelow(competitionId, context)
  const { auditState: state } = before
  if ((state === 'banned') === (action === 'ban')) return context.fail('FLOW_STATE', { flow: 'audit.review', transition: action, state })
  if (action === 'ban') await endWaiting(competitionId, reason, context)
  const change = action === 'ban' ? { auditState: 'banned' as const, published: false } : { auditState: 'none' as const }
  await writeStop(competitionId, change, { before, above, action, reason }, context)
  return { competitionId }
})
