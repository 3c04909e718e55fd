/** Making a version of a list what visitors read. The caller holds the lock of the list. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { RankingList } from './heldList.ts'
import { writeVersion } from './versionFacts.ts'

/** From here on the lines of the version never change. `list`: in the state final or inAudit. */
export async function publishVersion(list: RankingList, context: HandlerContext): Promise<{ publishedAt: string }> {
  const { session, now } = context
  const publishedAt = now.toISOString()
  await context.transition('ranking.life', 'publish', list.id)
  await writeVersion(list, { state: 'published', publishedAt, publishedBy: session.userId }, context)
  return { publishedAt }
}

/** `list`: in the state draft or provisional. */
export async function finaliseVersion(list: RankingList, finalComment: string | null, context: HandlerContext): Promise<void> {
  const { session, now, db } = context
  await context.transition('ranking.life', 'finalise', list.id)
  await db.updateTable('ranking_list').set({ finalComment }).where('id', '=', list.id).execute()
  const facts = { state: 'final' as const, finalComment, rule: list.rule, finalisedAt: now.toISOString(), finalisedBy: session.userId }
  await writeVersion(list, facts, context)
}
