/** Cycles in a graph of names. */

/** @returns the names of one cycle, with the first one repeated at the end; undefined without a cycle */
export function findCycle(needs: ReadonlyMap<string, Iterable<string>>): string[] | undefined {
  const done = new Set<string>()
  for (const name of needs.keys()) {
    const cycle = visit(name, [], needs, done)
    if (cycle !== undefined) return cycle
  }
  return undefined
}

function visit(
  name: string,
  path: readonly string[],
  needs: ReadonlyMap<string, Iterable<string>>,
  done: Set<string>,
): string[] | undefined {
  const start = path.indexOf(name)
  if (start >= 0) return [...path.slice(start), name]
  if (done.has(name)) return undefined
  for (const need of needs.get(name) ?? []) {
    const cycle = visit(need, [...path, name], needs, done)
    if (cycle !== undefined) return cycle
  }
  done.add(name)
  return undefined
}
