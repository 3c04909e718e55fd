/** Every hour: orders the comparison of competitions in which works were submitted or changed and not compared since. */
import { sql } from 'kysely'
import { defineHandler } from '../../../runtime/core/contracts.ts'

/** Of one hour; the rest comes the next. */
const MOST = 50

export default defineHandler<'review.compareOpen', Record<string, never>>('review.compareOpen', async (_, { db, jobs }) => {
  const { rows } = await sql<{ competitionId: string }>`
    select w."competitionId"::text from work_work w
    where w."removedAt" is null and w."state" = 'submitted' and not exists (
      select 1 from review_fingerprint f where f."workId" = w."id" and f."kind" is null and f."revision" = w."revision")
    group by w."competitionId" order by max(w."submittedAt") desc limit ${MOST}`.execute(db)
  for (const { competitionId } of rows) await jobs.enqueue('review.compareWorks', { competitionId })
  return { ordered: rows.length }
})
