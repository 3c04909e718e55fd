/** @param search  of an address, with its question mark
 *  @param aliases  other names of parameters -> their own
 *  @returns it with the own names; null when no other name stands in it. A parameter that is given under its own name wins. */
export function withoutAliases(search: string, aliases: Readonly<Record<string, string>> = {}): string | null {
  const query = new URLSearchParams(search)
  const used = Object.keys(aliases).filter((name) => query.has(name))
  if (used.length === 0) return null
  for (const name of used) {
    const own = aliases[name]!
    if (!query.has(own)) query.set(own, query.get(name)!)
    query.delete(name)
  }
  return `?${query}`
}
