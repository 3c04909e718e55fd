/** Lines of a list today against computed ones, by work. */
import type { VersionLine } from '../versionLines.ts'
import type { ShownLine } from './shownLines.ts'

export type LineNow = Pick<VersionLine, 'workId' | 'rank' | 'prize' | 'prizeName' | 'name' | 'score'>
export type LineChange = { what: 'added' | 'removed' | 'changed'; name: string; from: LineNow | null; to: ShownLine | null }

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
