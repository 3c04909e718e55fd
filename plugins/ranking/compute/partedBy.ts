/** Which rule of a ranking parted works with the same score. Pure. */
import type { RankingResult } from './RankingFile.ts'
import type { RankingRule } from './RankingRule.ts'

export interface Parting {
  /** Of the rule. */
  tie: string
  /** Values of this work and of the one beside it; null: it has none. More is better. */
  own: number | null
  other: number | null
}

/** By work: what parted it from the work before it with the same score, or from the one after it when it is the first. Works that nothing parts are absent. */
export function partedBy({ lines }: RankingResult, { ties, per }: Pick<RankingRule, 'ties' | 'per'>): Map<string, Parting> {
  const found = new Map<string, Parting>()
  for (const [at, line] of lines.entries()) {
    const beside = [lines[at - 1], lines[at + 1]].find(
      (other) =>
        other !== undefined && other.score === line.score && other.rank !== line.rank && (per === 'list' || other.event === line.event),
    )
    const tie = beside ? line.ties.findIndex((value, index) => value !== beside.ties[index]) : -1
    if (beside && tie >= 0) found.set(line.work, { tie: ties[tie]!, own: line.ties[tie]!, other: beside.ties[tie]! })
  }
  return found
}
