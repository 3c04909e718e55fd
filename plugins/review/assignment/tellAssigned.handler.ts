/** The job behind assigning: notifies each expert, in one message, of the works of a round that are new since the last message. While works are still
 *  being assigned, the job of the last assignment does this; assignments that were undone by then are left out. Experts are notified also when the round was frozen
 *  or has closed by then, and are notified of that: they were promised a message. */
import { sql } from 'kysely'
import { defineHandler, type HandlerContext, type TemplateTypes } from '../../../runtime/core/contracts.ts'
import { MS_PER_MINUTE } from '../../../runtime/core/time.ts'
import { momentText } from '../../audit/valueText.ts'
import { reviewAssignmentState } from '../../generated/enums.ts'
import { invitingCompetition } from '../panel/panel.ts'
import { phaseOf, type Round } from '../round.ts'

declare module '../../../runtime/core/contracts.ts' {
  interface JobTypes {
    'review.tellAssigned': { roundId: string }
  }
}

interface Fresh {
  userId: string
  name: string
  email: string | null
  fresh: number
  open: number
}

export default defineHandler('review.tellAssigned', async ({ roundId }, context) => {
  const round = (await context.db.selectFrom('review_round').selectAll().where('id', '=', roundId).executeTakeFirst()) as Round | undefined
  if (!round || round.removedAt !== null) return { told: 0 }
  const experts = await freshlyAssigned(roundId, context)
  if (experts.length === 0) return { told: 0 }
  const same = await sharedWords(round, context)
  for (const { userId, name, email, fresh, open } of experts) {
    const words = { ...same, name, fresh, open }
    await context.messages.send('review.assigned', { userId }, words)
    if (email) await context.messages.send('review.assignedMail', { userId, address: email }, words)
  }
  return { told: experts.length }
})

/** Marks new assignments as notified. None, while something was assigned within the quiet time. */
async function freshlyAssigned(roundId: string, { db, now, documents }: HandlerContext): Promise<Fresh[]> {
  const { quietMinutes } = documents.settings('review.notice')
  const quietSince = new Date(now.getTime() - quietMinutes * MS_PER_MINUTE).toISOString()
  const { assigned } = reviewAssignmentState
  const { rows } = await sql<Fresh>`
    with fresh as (
      update review_assignment set "toldAt" = ${now.toISOString()} where "roundId" = ${roundId} and "state" = ${assigned} and "toldAt" is null
        and not exists (select from review_assignment late where late."roundId" = ${roundId} and late."toldAt" is null
          and late."state" = ${assigned} and late."createdAt" > ${quietSince})
      returning "userId", "competitionId"
    )
    select f."userId"::text, x."name", u."email", count(*)::integer as "fresh", (select count(*)::integer from review_assignment a
      where a."roundId" = ${roundId} and a."userId" = f."userId" and a."state" = ${assigned}) as "open"
    from fresh f join account_user u on u."id" = f."userId"
      join review_expert x on x."competitionId" = f."competitionId" and x."userId" = f."userId" and x."state" in ('invited', 'accepted')
    group by f."userId", x."name", u."email" order by f."userId"`.execute(db)
  return rows
}

async function sharedWords(
  round: Round,
  context: HandlerContext,
): Promise<Omit<TemplateTypes['review.assigned'], 'name' | 'fresh' | 'open'>> {
  const { platform, site } = context
  const { title } = await invitingCompetition(round.competitionId, context)
  const phase = phaseOf(round, context.now)
  const ended = context.text('review.notice.ended')
  const hasEnded = phase === 'frozen' || phase === 'closed'
  return {
    ...{ titleZh: title.zh, titleEn: title.en, roundZh: round.title.zh, roundEn: round.title.en },
    ...{ opensZh: momentText(round.opensAt, platform, 'zh'), opensEn: momentText(round.opensAt, platform, 'en') },
    ...{ closesZh: momentText(round.closesAt, platform, 'zh'), closesEn: momentText(round.closesAt, platform, 'en') },
    ...{ endedZh: hasEnded ? ended.zh : '', endedEn: hasEnded ? ` ${ended.en}` : '' },
    address: `${site}/admin/myReviews?${new URLSearchParams({ roundId: round.id })}`,
  }
}
