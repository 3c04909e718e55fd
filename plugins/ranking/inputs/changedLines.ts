/** Lines of a list today against computed ones, by work. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { RankingList } from '../heldList.ts'
import type { ShownLine } from './shownLines.ts'

export interface LineNow {
  workId: string | null
  rank: number | null
  prize: string | null
  prizeName: string | null
  name: string
  score: string | null
}
export type LineChange = { what: 'added' | 'removed' | 'changed'; name: string; from: LineNow | null; to: ShownLine | null }

export async function linesNow(
  { id, version }: Pick<RankingList, 'id' | 'version'>,
  { db }: Pick<HandlerContext, 'db'>,
): Promise<LineNow[]> {
  return db
    .selectFrom('ranking_award')
    .select(['workId', 'rank', 'prize', 'prizeName', 'name', 'score'])
    .where('listId', '=', id)
    .where('version', '=', version)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Of rank, award and score; lines by hand, which name no work, are removed. */
export function changedLines(now: readonly LineNow[], next: readonly ShownLine[]): LineChange[] {
  const before = new Map(now.flatMap((line) => (line.workId === null ? [] : [[line.workId, line] as const])))
  const kept = new Set(next.map(({ workId }) => workId))
  const changes = next.flatMap((to): LineChange[] => {
    const from = before.get(to.workId)
    if (!from) return [{ what: 'added', name: to.name, from: null, to }]
    const isSame = from.rank === to.rank && from.prize === to.prize && from.prizeName === to.prizeName && from.score === to.score
    return isSame ? [] : [{ what: 'changed', name: to.name, from, to }]
  })
  const gone = now.filter(({ workId }) => workId === null || !kept.has(workId))
  return [...changes, ...gone.map((from): LineChange => ({ what: 'removed', name: from.name, from, to: null }))]
}
