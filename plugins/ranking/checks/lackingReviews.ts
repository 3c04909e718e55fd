/** Works with fewer reviews than the rounds of a ranking ask for. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { scoredReviews } from '../compute/computeRanking.ts'
import type { RankingFile } from '../compute/RankingFile.ts'
import type { CheckedLine } from './checkedLines.ts'

interface Asked {
  file: RankingFile
  lines: readonly CheckedLine[]
}

/** @returns names of lines; titles of works without a rank; a round to look at */
export async function lackingReviews({ file, lines }: Asked, { db }: Pick<HandlerContext, 'db'>) {
  const short = new Set(file.rounds.flatMap((round) => shortOf(round)))
  const unranked = file.result.unranked.filter(({ because }) => because === 'missing').map(({ work }) => work)
  const rows = await db
    .selectFrom('work_work')
    .select('title')
    .where('id', 'in', [...unranked, '0'])
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute()
  return {
    listed: lines.filter(({ workId }) => workId !== null && short.has(workId)).map(({ name }) => name),
    unranked: rows.map(({ title }) => title),
    roundId: file.rounds.find((round) => shortOf(round).length > 0)?.id,
  }
}

/** Works with fewer submitted reviews than the round asks for. */
function shortOf(round: RankingFile['rounds'][number]): string[] {
  const counts = new Map<string, number>()
  for (const { workId, total } of scoredReviews(round)) if (total !== null) counts.set(workId, (counts.get(workId) ?? 0) + 1)
  return round.works.filter((work) => (counts.get(work) ?? 0) < round.rules.reviewsPerWork)
}
