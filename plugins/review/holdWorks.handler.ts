/** Runs at the end of each call that wrote rounds: stores until when the works of the competition are hidden from visitors. They are hidden from the
 *  opening of the first round that hides anything to the end of the last one, also between rounds, because an expert could look authors up. Rounds whose
 *  works the organiser keeps public do not count. */
import { defineHandler, type HandlerContext, type WrittenRow } from '../../runtime/core/contracts.ts'
import { roundsOf } from './round.ts'
import { endOf } from './roundOverlap.ts'

export default defineHandler<'review.holdWorks', { rows: WrittenRow[] }>('review.holdWorks', async ({ rows }, context) => {
  const ids = rows.map(({ rowId }) => rowId)
  const named = rows.flatMap(({ competitionId }) => (typeof competitionId === 'string' ? [competitionId] : []))
  const found = await context.db.selectFrom('review_round').select('competitionId').where('id', 'in', ids).execute()
  for (const id of new Set([...named, ...found.map(({ competitionId }) => competitionId)])) await hold(id, context)
})

async function hold(competitionId: string, context: HandlerContext): Promise<void> {
  const rounds = (await roundsOf(competitionId, context)).filter(
    ({ hideAuthor, hideSchool, hideTeam, worksShown }) => !worksShown && (hideAuthor || hideSchool || hideTeam),
  )
  const worksHeldFrom = rounds.length === 0 ? null : new Date(Math.min(...rounds.map(({ opensAt }) => Date.parse(opensAt)))).toISOString()
  const worksHeldUntil = rounds.length === 0 ? null : new Date(Math.max(...rounds.map(endOf))).toISOString()
  await context.rows.save('competition.competition', { id: competitionId }, { worksHeldFrom, worksHeldUntil })
}
