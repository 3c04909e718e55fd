/** Changes of rank between two versions of a list. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { RankingDifference } from '../../generated/enums.ts'
import { lineKeys } from '../lineKeys.ts'
import { type VersionLine as Line, versionLines } from '../versionLines.ts'

export interface Moved {
  kind: RankingDifference
  name: string
  school: string | null
  rankBefore: number | null
  rank: number | null
  prizeBefore: string | null
  prize: string | null
  scoreBefore: string | null
  score: string | null
}

/** Lines that were added, removed, moved or changed, in the order of the later version; removed ones at the end. */
export async function difference(listId: string, from: number, to: number, context: HandlerContext): Promise<Moved[]> {
  const [before, after] = [await linesByKey(listId, from, context), await linesByKey(listId, to, context)]
  const changed = [...after].map(([key, line]) => describe(before.get(key) ?? null, line)).filter(isMove)
  const gone = [...before].filter(([key]) => !after.has(key)).map(([, line]) => describe(line, null))
  return [...changed, ...gone.filter(isMove)]
}

/** One page, with ids for the rows of a table. */
export function pageOf(moved: readonly Moved[], { pageNum = 1, pageSize = 50 }: { pageNum?: number; pageSize?: number }) {
  const from = (pageNum - 1) * pageSize
  return { list: moved.slice(from, from + pageSize).map((move, at) => ({ id: String(from + at), ...move })), total: moved.length }
}

async function linesByKey(listId: string, version: number, context: HandlerContext): Promise<Map<string, Line>> {
  const lines = await versionLines(listId, version, context)
  const keys = lineKeys(lines)
  return new Map(lines.map((line, index) => [keys[index]!, line]))
}

function describe(before: Line | null, after: Line | null): Moved {
  const { name, school } = (after ?? before)!
  const named = { name, school, rankBefore: before?.rank ?? null, rank: after?.rank ?? null }
  const prizes = { prizeBefore: prizeOf(before), prize: prizeOf(after), scoreBefore: before?.score ?? null, score: after?.score ?? null }
  const kind = before === null ? 'added' : after === null ? 'removed' : kindOf(named.rankBefore, named.rank)
  return { kind, ...named, ...prizes }
}

function kindOf(before: number | null, after: number | null): RankingDifference {
  if (before === after || before === null || after === null) return 'changed'
  return after < before ? 'up' : 'down'
}

function isMove({ kind, rank, rankBefore, prize, prizeBefore, score, scoreBefore }: Moved): boolean {
  return kind !== 'changed' || rank !== rankBefore || prize !== prizeBefore || score !== scoreBefore
}

/** A code of `ranking.prize`, or the list's own words. */
function prizeOf(line: Line | null): string | null {
  return line?.prizeName ?? line?.prize ?? null
}
