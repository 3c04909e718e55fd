/** The reviews behind the score of one work, each with how its score came about, in words. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { boardRound } from '../board/boardRound.ts'
import { marksOf, readBoard } from '../board/readBoard.ts'
import { scaledMarks } from '../scores/roundScores.ts'
import { explainMark } from './explainMark.ts'

export default defineHandler('review.resultWork', async ({ workId, ...input }, context) => {
  const { db, platform } = context
  const round = await boardRound(input, context)
  const work = (await readBoard(round, context)).find((each) => each.workId === workId)
  if (!work) return context.fail('NOT_FOUND', { entity: 'work.work', id: workId })
  const marks = await marksOf(round.id, context)
  const scaled = scaledMarks(marks, round.normalisation)
  const experts = await db
    .selectFrom('review_expert')
    .select(['userId', 'name'])
    .where('competitionId', '=', round.competitionId)
    .where('userId', 'in', [...work.experts.map(({ userId }) => userId), '0'])
    .execute()
  const names = new Map(experts.map(({ userId, name }) => [userId, name]))
  const { title, mean, score, missing } = work
  return {
    ...{ workId, title, mean, score, missing },
    reviews: marks.flatMap((mark, at) => {
      if (mark.workId !== workId) return []
      const words = explainMark(mark.total, scaled[at]!, round.normalisation, platform)
      return [
        {
          ...{ name: names.get(mark.userId) ?? '', total: mark.total, normalised: scaled[at]!.score },
          explanation: { zh: words('zh'), en: words('en') },
        },
      ]
    }),
  }
})
