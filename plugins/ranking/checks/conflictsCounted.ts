/** Reviews that count in a ranking although their expert is, as we know now, in conflict with the work. Computing again leaves them out. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { RankingFile } from '../compute/RankingFile.ts'
import type { CheckedLine } from './checkedLines.ts'

interface Asked {
  file: RankingFile
  lines: readonly CheckedLine[]
}

/** @returns names of lines, once for each such review */
export async function conflictsCounted({ file, lines }: Asked, { db }: Pick<HandlerContext, 'db'>): Promise<string[]> {
  const names = new Map(lines.flatMap(({ workId, name }) => (workId === null ? [] : [[workId, name] as const])))
  const known = await db
    .selectFrom('review_mark as m')
    .innerJoin('review_conflict as c', (join) => join.onRef('c.workId', '=', 'm.workId').onRef('c.userId', '=', 'm.userId'))
    .select(['m.roundId', 'm.workId', 'm.userId'])
    .distinct()
    .where('c.competitionId', '=', file.list.competition)
    .where('m.roundId', 'in', [...file.rounds.map(({ id }) => id), '0'])
    .where('m.state', '=', 'submitted')
    .execute()
  const leftOut = Map.groupBy(
    file.rounds.flatMap(({ id, reviews }) =>
      reviews.filter(({ conflict, total }) => conflict && total !== null).map(({ work }) => `${id}/${work}`),
    ),
    (place) => place,
  )
  return [...Map.groupBy(known, ({ roundId, workId }) => `${roundId}/${workId}`)].flatMap(([place, reviews]) => {
    const name = names.get(reviews[0]!.workId)
    const counted = reviews.length - (leftOut.get(place)?.length ?? 0)
    return name === undefined ? [] : Array.from({ length: Math.max(0, counted) }, () => name)
  })
}
