import type { RankingList } from '../heldList.ts'

/** Lists by hand, and corrections of what is public already, need not be shown to the authors first. */
export function mayRunShort({ source, frozenVersion }: Pick<RankingList, 'source' | 'frozenVersion'>): boolean {
  return source === 'hand' || frozenVersion > 0
}
