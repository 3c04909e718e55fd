/** "Did you mean": the nearest known name by edit distance. */

/**
 * @returns the known name nearest to `name`, or null when none is near (a sixth of the letters may differ, at least two, one in short names; a swap of
 * neighbours counts one).
 *          Names that differ only in case are nearest.
 */
export function nearest(name: string, known: Iterable<string>): string | null {
  let best: string | null = null
  let least = (name.length < 4 ? 1 : Math.max(2, Math.floor(name.length / 6))) + 1
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least) continue
    const away = candidate.toLowerCase() === name.toLowerCase() ? 0 : distance(name, candidate)
    if (away < least && away < Math.max(candidate.length, name.length)) {
      best = candidate
      least = away
    }
  }
  return best
}

/** The suggestion in words: the nearest name, or the known names (at most eight). */
export function suggest(name: string, known: Iterable<string>, otherwise = 'nothing is known here'): string {
  const names = [...known]
  const near = nearest(name, names)
  if (near !== null) return `did you mean "${near}"?`
  if (names.length === 0) return otherwise
  const shown = names.sort().slice(0, 8).join(', ')
  return `known: ${shown}${names.length > 8 ? `, and ${names.length - 8} more` : ''}`
}

/** Optimal string alignment distance. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let value = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) value = Math.min(value, (beforeLast[j - 2] as number) + 1)
      row.push(value)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] as number
}
