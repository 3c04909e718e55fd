/** Lifts the halt of a competition: it may be submitted and published again. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { competitionBelow, writeStop } from './stop.ts'

export default defineHandler('audit.pass', async ({ competitionId, reason }, context) => {
  const { above, ...before } = await competitionBelow(competitionId, context)
  if (before.auditState !== 'banned')
    return context.fail('FLOW_STATE', { flow: 'audit.review', transition: 'pass', state: before.auditState })
  await writeStop(competitionId, { auditState: 'none' }, { before, above, action: 'pass', reason: reason ?? null }, context)
  return { competitionId }
})
