/** The single reviews of a work, each raw and on the scale of the round. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { inConflict } from '../roundMarks.ts'
import { normalised } from '../scores/roundScores.ts'
import { boardRound } from './boardRound.ts'
import { marksOf, readBoard } from './readBoard.ts'

export default defineHandler('review.boardWork', async ({ workId, ...input }, context) => {
  const round = await boardRound(input, context)
  const work = (await readBoard(round, context)).find((each) => each.workId === workId)
  if (!work) return context.fail('NOT_FOUND', { entity: 'work.work', id: workId })
  const marks = await marksOf(round.id, context)
  const onScale = normalised(marks, round.normalisation)
  const rows = await context.db
    .selectFrom('review_assignment as a')
    .innerJoin('account_user as u', 'u.id', 'a.userId')
    .leftJoin('review_expert as x', (join) => join.onRef('x.competitionId', '=', 'a.competitionId').onRef('x.userId', '=', 'a.userId'))
    .leftJoin('review_mark as m', 'm.assignmentId', 'a.id')
    .select(['a.id', 'a.userId', 'a.state', 'a.source', 'a.recusedReason', 'u.name', 'x.name as invitedAs'])
    .select(inConflict('a').as('conflict'))
    .select(['m.formHash', 'm.answers', 'm.total', 'm.confidence', 'm.note', 'm.submittedAt'])
    .where('a.roundId', '=', round.id)
    .where('a.workId', '=', workId)
    .orderBy('a.id')
    .execute()
  const { number, title, displayName, missing, mean, median, deviation, range, score, flagged, changed } = work
  return {
    ...{ workId, number, title, displayName, missing, mean, median, deviation, range, score, flagged, changed },
    reviews: rows.map(({ invitedAs, recusedReason, ...row }) => {
      const at = marks.findIndex((mark) => mark.workId === workId && mark.userId === row.userId)
      return {
        ...row,
        name: invitedAs ?? row.name,
        note: row.note ?? recusedReason,
        answers: (row.answers ?? {}) as Record<string, unknown>,
        normalised: onScale[at] ?? null,
      }
    }),
  }
})
