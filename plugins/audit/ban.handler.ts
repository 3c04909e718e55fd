/** Halts a competition of a subordinate organisation, with the reason. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { competitionBelow, endWaiting, writeStop } from './stop.ts'

export default defineHandler('audit.ban', async ({ competitionId, reason }, context) => {
  const { above, ...before } = await competitionBelow(competitionId, context)
  if (before.auditState === 'banned') return context.fail('FLOW_STATE', { flow: 'audit.review', transition: 'ban', state: 'banned' })
  await endWaiting(competitionId, reason, context)
  await writeStop(competitionId, { auditState: 'banned', published: false }, { before, above, action: 'ban', reason }, context)
  return { competitionId }
})
