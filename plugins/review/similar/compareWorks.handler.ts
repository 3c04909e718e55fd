/** The job that compares the works of a competition with each other and with those of every other competition and year. Candidates are found by an index
 *  and compared as they are now. Dismissed similarities stay dismissed; those that no longer exist are removed. */
import { sql } from 'kysely'
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import type { ReviewSimilarityKind } from '../../generated/enums.ts'
import { countSimilar } from './countSimilar.ts'
import { likeness } from './likeness.ts'
import { rememberWorks } from './rememberWorks.ts'
import { type WorkTraits, workTraits } from './workTraits.ts'

declare module '../../../runtime/core/contracts.ts' {
  interface JobTypes {
    'review.compareWorks': { competitionId: string }
  }
}

interface Pair {
  workId: string
  otherId: string
  kind: ReviewSimilarityKind
}
interface Found extends Pair {
  degree: number
  detail: string | null
}

/** Most candidates by one value: a value that more works share (a template, a common title) tells nothing about two of them. */
const SHARING = 30
/** Pairs that are read and stored together. */
const BATCH = 200
/** Shares of common runs of characters from which texts count as similar. */
const NEAR_TITLE = 0.8
const NEAR_TEXT = 0.6
const LONGEST_DETAIL = 500

export default defineHandler('review.compareWorks', async ({ competitionId }, context) => {
  await context.lock('reviewSimilarities', 'all')
  const { others, unread } = await rememberWorks(competitionId, context)
  const pairs = await candidates(competitionId, context)
  const kept = new Set<string>()
  for (let from = 0; from < pairs.length; from += BATCH) {
    const found = await alike(pairs.slice(from, from + BATCH), context)
    for (const id of await store(competitionId, found, context)) kept.add(id)
    await context.jobs.progress({ done: 0.8 + 0.2 * (from / pairs.length) })
  }
  await forget(competitionId, kept, context)
  await countSimilar(competitionId, context)
  for (const other of unread ? [...others, competitionId] : others)
    await context.jobs.enqueue('review.compareWorks', { competitionId: other })
  return { similar: kept.size, unread }
})

/** A pair within the competition is listed once, under the later work. */
async function candidates(competitionId: string, { db }: HandlerContext): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select distinct mine."workId", near."workId" as "otherId", mine."kind"
    from review_fingerprint mine join work_work w on w."id" = mine."workId"
    cross join lateral (
      select f."workId" from review_fingerprint f join work_work o on o."id" = f."workId"
      where f."kind" = mine."kind" and f."value" = mine."value" and f."workId" <> mine."workId"
        and o."removedAt" is null and o."state" = 'submitted' and (o."competitionId" <> ${competitionId} or o."id" < mine."workId")
      order by f."workId" desc limit ${SHARING}
    ) near
    where w."competitionId" = ${competitionId} and w."removedAt" is null and w."state" = 'submitted'
    order by 1, 2, 3`.execute(db)
  return rows
}

async function alike(pairs: readonly Pair[], context: HandlerContext): Promise<Found[]> {
  const ids = [...new Set(pairs.flatMap(({ workId, otherId }) => [workId, otherId]))]
  const works = new Map((await workTraits(ids, context)).map((work) => [work.id, work]))
  return pairs.flatMap((pair) => {
    const [work, other] = [works.get(pair.workId), works.get(pair.otherId)]
    const found = work && other ? COMPARED[pair.kind](work, other) : null
    return found ? [{ ...pair, ...found }] : []
  })
}

type Compared = (work: WorkTraits, other: WorkTraits) => { degree: number; detail: string | null } | null
const COMPARED: Record<ReviewSimilarityKind, Compared> = {
  file: ({ files }, other) => {
    const [same] = [...files].filter(([hash]) => other.files.has(hash))
    return same ? { degree: 1, detail: same[1].slice(0, LONGEST_DETAIL) } : null
  },
  link: ({ link }, other) => (link !== null && link === other.link ? { degree: 1, detail: link.slice(0, LONGEST_DETAIL) } : null),
  title: ({ title }, other) => near(title, other.title, NEAR_TITLE),
  text: ({ text }, other) => near(text, other.text, NEAR_TEXT),
}

function near(one: string, other: string, least: number) {
  const degree = one === '' || other === '' ? 0 : likeness(one, other)
  return degree < least ? null : { degree: Math.round(degree * 10_000) / 10_000, detail: null }
}

async function store(competitionId: string, found: readonly Found[], { rows }: HandlerContext): Promise<string[]> {
  if (found.length === 0) return []
  const { organisationId } = await rows.get('competition.competition', competitionId)
  const stored = await rows.bulk('review.similarity', 'a job finds them again from the works', (bulk) =>
    bulk
      .insertInto('review_similarity')
      .values(found.map((row) => ({ competitionId, organisationId, ...row })))
      .onConflict((conflict) =>
        conflict
          .columns(['workId', 'otherId', 'kind'])
          .doUpdateSet(({ ref }) => ({ degree: ref('excluded.degree'), detail: ref('excluded.detail') })),
      )
      .returning('id')
      .execute(),
  )
  return stored.map(({ id }) => id)
}

async function forget(competitionId: string, kept: ReadonlySet<string>, { db }: HandlerContext): Promise<void> {
  await sql`delete from review_similarity where "competitionId" = ${competitionId} and not "id" = any(${[...kept]}::bigint[])`.execute(db)
}
