/** Values by key (`members.0.name`) -> answers. Rows of a group that have no value are left out. Pure. */
export function nestedAnswers(values: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [key, value] of values) {
    const steps = key.split('.')
    let at: Record<string, unknown> = root
    for (const step of steps.slice(0, -1)) {
      at[step] ??= {}
      at = at[step] as Record<string, unknown>
    }
    at[steps.at(-1)!] = value
  }
  return rowsOf(root) as Record<string, unknown>
}

/** Objects whose keys are all numbers are lists. */
function rowsOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, each]) => [name, rowsOf(each)] as const)
  if (entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name)))
    return entries.toSorted(([one], [other]) => Number(one) - Number(other)).map(([, each]) => each)
  return Object.fromEntries(entries)
}
