/** Percentage of a fee that is refunded at a moment, by the refund rules of a competition. Pure: the first rule that has not ended counts. */

export interface Tier {
  until: string
  /** 0 to 100. */
  percent: number
}

/** 100 without rules, 0 after the last one. `until`: when that ends; null: it does not. */
export function refundPercent(tiers: readonly Tier[], at: string): { percent: number; until: string | null } {
  if (tiers.length === 0) return { percent: 100, until: null }
  const moment = Date.parse(at)
  const [next] = tiers
    .filter(({ until }) => Date.parse(until) > moment)
    .toSorted((one, other) => Date.parse(one.until) - Date.parse(other.until))
  return next ? { percent: next.percent, until: next.until } : { percent: 0, until: null }
}
