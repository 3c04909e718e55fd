/** Ranked lines of one event or list, and quotas -> who has which prize. Works of one rank are never separated: when they do not all fit, they take the
 *  next prize that has room for them, so no prize is given more often than its places. */
import { rounded } from '../../review/scores/roundScores.ts'
import type { PrizeBorder, RankingLine } from './RankingFile.ts'
import type { PrizeQuota, RankingRule } from './RankingRule.ts'

type Ranked = Omit<RankingLine, 'quota'>

export function awardPrizes(
  ranked: readonly Ranked[],
  { quotas }: Pick<RankingRule, 'quotas'>,
  event: string | null,
): { lines: RankingLine[]; borders: PrizeBorder[] } {
  const lines = ranked.map((line): RankingLine => ({ ...line, quota: null }))
  let at = 0
  const borders = quotasOf(quotas, event).map(({ quota, at: place }): PrizeBorder => {
    const places = placesOf(quota, ranked.length)
    let awarded = 0
    let shared = sharing(lines, at)
    while (shared.length > 0 && awarded + shared.length <= places) {
      for (const line of shared) line.quota = place
      awarded += shared.length
      at += shared.length
      shared = sharing(lines, at)
    }
    const tied = awarded < places ? shared.map(({ work }) => work) : []
    return { event, quota: place, places, awarded, last: awarded === 0 ? null : lines[at - 1]!.rank, tied }
  })
  return { lines, borders }
}

/** Those that name the event; without any, those that name none. */
function quotasOf(quotas: readonly PrizeQuota[], event: string | null): { quota: PrizeQuota; at: number }[] {
  const all = quotas.map((quota, at) => ({ quota, at }))
  const own = event === null ? [] : all.filter(({ quota }) => quota.eventId === event)
  return own.length > 0 ? own : all.filter(({ quota }) => quota.eventId === null)
}

/** Percents are rounded up. */
function placesOf({ number, percent }: PrizeQuota, works: number): number {
  return number ?? Math.ceil(rounded(((percent ?? 0) * works) / 100))
}

/** All lines of the rank that begins at a place. */
function sharing(lines: readonly RankingLine[], at: number): RankingLine[] {
  const first = lines[at]
  return first ? lines.slice(at, lines.findLastIndex(({ rank }) => rank === first.rank) + 1) : []
}
