/** Making a version of a list final, and making it what visitors read. The caller holds the lock of the list. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { RankingList } from '../heldList.ts'
import { writeVersion } from './versionFacts.ts'

/** From here on the lines of the version never change. `list`: in the state final or inAudit. The people of its lines are notified. */
export async function publishVersion(list: RankingList, context: HandlerContext): Promise<void> {
  const { session, now } = context
  await context.rows.transition('ranking.life', 'publish', list.id)
  await writeVersion(list, { state: 'published', publishedAt: now.toISOString(), publishedBy: session.userId }, context)
  await context.jobs.enqueue('ranking.tellAuthors', { listId: list.id, version: list.version, news: 'published' })
}

/** `list`: in the state draft or provisional. */
export async function finaliseVersion(list: RankingList, comment: string | null, context: HandlerContext): Promise<void> {
  const { session, now } = context
  await context.rows.transition('ranking.life', 'finalise', list.id, { comment })
  const finalised = { finalisedAt: now.toISOString(), finalisedBy: session.userId }
  await writeVersion(list, { state: 'final', finalComment: comment, rule: list.rule, ...finalised }, context)
}
