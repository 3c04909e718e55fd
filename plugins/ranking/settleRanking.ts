/** What the end of an approval means for a list: approved, it is public; otherwise it is final again, with the reason. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { lockedList } from './heldList.ts'
import { publishVersion } from './lifecycle/publishing.ts'
import { writeVersion } from './lifecycle/versionFacts.ts'

/** Called by the approval, whose person need not manage rankings. */
export async function settleRanking(
  listId: string,
  outcome: 'approved' | 'sentBack' | 'revoked',
  reason: string | null,
  context: HandlerContext,
): Promise<void> {
  const list = await lockedList(listId, context)
  if (list?.state !== 'inAudit') return
  if (outcome === 'approved') return publishVersion(list, context)
  await context.rows.transition('ranking.life', 'sendBack', listId, { reason: outcome === 'sentBack' ? reason : null })
  await writeVersion(list, { state: 'final' }, context)
}
