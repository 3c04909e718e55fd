/** All conditions for publishing in one place; every call that makes a competition public uses it. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { assertApproved } from '../audit/standing.ts'
import type { Competition } from './competition.ts'
import { completeness } from './requirements.ts'

/** @throws COMPETITION_INCOMPLETE with details.missing: what, and where it is given; what `assertApproved` throws */
export async function assertPublishable(row: Competition, context: HandlerContext): Promise<void> {
  await assertComplete(row, context)
  await assertApproved(row.id, context)
}

async function assertComplete(row: Competition, context: HandlerContext): Promise<void> {
  const { missing } = await completeness(row, context)
  const needed = missing.filter(({ must }) => must)
  if (needed.length === 0) return
  const separator = context.lang === 'zh' ? '、' : ', '
  const names = needed.map(({ label }) => label[context.lang]).join(separator)
  context.fail('COMPETITION_INCOMPLETE', { names, missing: needed })
}
