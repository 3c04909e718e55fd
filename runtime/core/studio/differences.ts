export interface Difference {
  /** JSON Pointer. */
  path: string
  /** Undefined: it was not there. */
  before: unknown
  after: unknown
}

/** What differs between two JSON values, at the deepest places that both have. Items of lists are matched by their names where they have some. */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) return [{ path, before, after }]
  const [one, other] = [byName(before), byName(after)]
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((key) => differences(one.get(key), other.get(key), `${path}/${key}`))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

const NAMES = ['id', 'field', 'code', 'key', 'name'] as const

function byName(value: object): Map<string, unknown> {
  if (!Array.isArray(value)) return new Map(Object.entries(value))
  const names = value.map((item, index) => nameOf(item) ?? String(index))
  const unique = new Set(names).size === names.length
  return new Map(value.map((item, index) => [unique ? names[index]! : String(index), item]))
}

function nameOf(item: unknown): string | null {
  if (!isObject(item)) return null
  const name = NAMES.map((key) => (item as Record<string, unknown>)[key]).find(
    (found) => typeof found === 'string' || typeof found === 'number',
  )
  return name === undefined ? null : String(name)
}
