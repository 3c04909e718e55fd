/** The same object for equal lists, so that two lists are compared once and their object by identity from then on. */
type Parts = readonly unknown[]

/** Lists that came last, by name: what is published and what is drafted take turns. */
const lastOf = new Map<string, Parts[]>()
const KEPT = 4

/** @param name  lists of other names are never the same */
export function sameParts(name: string, parts: Parts, areSame: (one: Parts, other: Parts) => boolean = sameEach): Parts {
  const last = lastOf.get(name) ?? []
  const known = last.find((other) => areSame(parts, other)) ?? parts
  lastOf.set(name, [known, ...last.filter((other) => other !== known)].slice(0, KEPT))
  return known
}

function sameEach(one: Parts, other: Parts): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index])
}
