/** Three versions of one document -> one: what was changed here, on top of what a release changed. Lists whose members have names (`id`, `field`, `name` ...) are
 *  merged by name; where both changed the same thing differently, the change made here stays and its place is reported. */
import { isRecord } from '../isRecord.ts'

export interface Merged {
  value: unknown
  /** JSON Pointers at which both had changed. */
  conflicts: string[]
}

export interface ValueChange {
  path: string
  /** JSON, cut; null where there was nothing. */
  before: string | null
  after: string | null
}

const NAMED_BY = ['id', 'field', 'name', 'key', 'code'] as const
const MAX_CHANGES = 100
const SHOWN_LENGTH = 200

/** @param base  what both began from */
export function mergeDocuments(base: unknown, ours: unknown, theirs: unknown): Merged {
  const conflicts: string[] = []
  return { value: merge({ base, ours, theirs }, '', conflicts), conflicts }
}

/** What differs between two documents, leaf by leaf, at most a hundred. */
export function changesBetween(before: unknown, after: unknown, path = ''): ValueChange[] {
  if (same(before, after)) return []
  const [left, right] = [keyed(before), keyed(after)]
  if (!left || !right) return [{ path: path || '/', before: shown(before), after: shown(after) }]
  const names = [...new Set([...left.keys(), ...right.keys()])]
  return names.flatMap((name) => changesBetween(left.get(name), right.get(name), pointer(path, name))).slice(0, MAX_CHANGES)
}

interface Three {
  base: unknown
  ours: unknown
  theirs: unknown
}

function merge({ base, ours, theirs }: Three, path: string, conflicts: string[]): unknown {
  if (same(ours, base) || same(ours, theirs)) return theirs
  if (same(theirs, base)) return ours
  const [b, o, t] = [base, ours, theirs].map(keyed)
  if (b && o && t && Array.isArray(ours) === Array.isArray(theirs)) {
    const merged = mergeMembers({ b, o, t }, path, conflicts)
    return Array.isArray(ours) ? [...merged.values()] : Object.fromEntries(merged)
  }
  conflicts.push(path || '/')
  return ours
}

type Members = ReadonlyMap<string, unknown>

/** In our order; what the release added stands behind the member that it follows there. */
function mergeMembers({ b, o, t }: Record<'b' | 'o' | 't', Members>, path: string, conflicts: string[]): Map<string, unknown> {
  const order = [...o.keys()]
  const theirs = [...t.keys()]
  for (const [at, name] of theirs.entries()) {
    if (o.has(name)) continue
    const before = theirs.slice(0, at).findLast((one) => order.includes(one))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, name)
  }
  const merged = order.map((name): [string, unknown] => {
    const three = { base: b.get(name), ours: o.get(name), theirs: t.get(name) }
    return [name, merge(three, pointer(path, name), conflicts)]
  })
  return new Map(merged.filter(([, value]) => value !== undefined))
}

/** Members by name: of an object, or of a list that is known by names or by its texts. Null for anything else. */
function keyed(value: unknown): Members | null {
  if (isRecord(value)) return new Map(Object.entries(value))
  if (!Array.isArray(value)) return null
  if (value.every((item) => typeof item === 'string')) return unique(value.map((item) => [item, item]))
  if (!value.every(isRecord)) return null
  const name = NAMED_BY.find((key) => value.every((item) => typeof item[key] === 'string'))
  return name ? unique(value.map((item) => [item[name] as string, item])) : null
}

function unique(members: [string, unknown][]): Members | null {
  const found = new Map(members)
  return found.size === members.length ? found : null
}

function same(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right)
}

function shown(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value).slice(0, SHOWN_LENGTH)
}

function pointer(path: string, name: string): string {
  return `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
