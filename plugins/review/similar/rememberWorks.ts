/** Stores the values by which similar works are found (`review.fingerprint`), of all competitions and years. A work is read when it is new or was changed
 *  since. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { fingerprints, workTraits } from './workTraits.ts'

const BATCH = 200
/** Of one job; the rest is read by the next ones. */
const MAX = 5_000

/** The works of the competition first. @returns `others`: other competitions of which works were read, whose works are to be compared too; `unread`: some are left */
export async function rememberWorks(competitionId: string, context: HandlerContext): Promise<{ others: string[]; unread: boolean }> {
  const others = new Set<string>()
  let read = 0
  while (read < MAX) {
    const works = await unread(competitionId, context)
    if (works.length === 0) return { others: [...others], unread: false }
    const ids = works.map(({ id }) => id)
    await remember(ids, context)
    for (const work of works) if (work.competitionId !== competitionId) others.add(work.competitionId)
    read += ids.length
    await context.jobs.progress({ done: 0.8 * (read / MAX), note: String(read) })
  }
  return { others: [...others], unread: true }
}

async function unread(competitionId: string, { db }: HandlerContext): Promise<{ id: string; competitionId: string }[]> {
  const { rows } = await sql<{ id: string; competitionId: string }>`
    select w."id", w."competitionId" from work_work w
    where w."removedAt" is null and w."state" = 'submitted' and not exists (
      select 1 from review_fingerprint f where f."workId" = w."id" and f."kind" is null and f."revision" = w."revision")
    order by w."competitionId" = ${competitionId} desc, w."id" desc limit ${BATCH}`.execute(db)
  return rows
}

async function remember(ids: readonly string[], context: HandlerContext): Promise<void> {
  const { rows } = context
  const found = (await workTraits(ids, context)).flatMap((work) =>
    [{ kind: null, value: '' }, ...fingerprints(work)].map((trait) => ({ workId: work.id, revision: work.revision, ...trait })),
  )
  await rows.removeWhere('review.fingerprint', { workId: ids })
  await rows.createAll('review.fingerprint', found)
}
