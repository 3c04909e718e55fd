/** Ids in the order in which everyone locks them, each once: two organisers with overlapping selections wait for each other instead of blocking each
 *  other. */
export function inLockOrder(ids: readonly string[]): string[] {
  return [...new Set(ids)].toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))
}
