/** Filters as a list: `["status", "school contains", { "from": "submittedAt gte" }]` stands for conditions by the name of their parameter. A text is the
 *  parameter and the field of the same name; an operation follows unless it is `eq`. `!` after a parameter: it must be given. */
import { show } from '../documents/failure.ts'
import { isRecord } from '../isRecord.ts'
import type { Json, Mistake, ShortForm } from './shortForm.ts'

const CONDITION = /^([A-Za-z]\w*(?:\.\w+)*)(?: (is|ne|in|lt|lte|gt|gte|contains|json))?$/

export const filterForm: ShortForm = {
  expand(value) {
    if (!Array.isArray(value)) return undefined
    const filter: Json = {}
    const moves: { to: string; from: string }[] = []
    const mistakes: Mistake[] = []
    for (const [index, item] of value.entries()) {
      if (typeof item !== 'string' && !isRecord(item)) mistakes.push(mistake(`/${index}`, item))
      for (const [parameter, condition] of entriesOf(item)) {
        const name = parameter.replace(/!$/, '')
        filter[name] = conditionOf(condition)
        moves.push({ to: `/${name}`, from: typeof item === 'string' ? `/${index}` : `/${index}/${parameter}` })
      }
    }
    return { value: filter, moves, mistakes }
  },
  contract(long, contracted) {
    if (!isRecord(long)) return contracted
    const items: unknown[] = []
    for (const [name, condition] of Object.entries(long)) {
      if (!isRecord(condition) || Object.keys(condition).length !== 2) return contracted
      const { field, op } = condition
      const text = op === 'eq' ? String(field) : `${field} ${op}`
      if (!CONDITION.test(text)) return contracted
      if (field === name) items.push(text)
      else if (isRecord(items.at(-1))) (items.at(-1) as Json)[name] = text
      else items.push({ [name]: text })
    }
    return items
  },
}

function mistake(path: string, item: unknown): Mistake {
  const suggestion = 'write "status", "school contains" or { "from": "submittedAt gte" }'
  return { path, expected: 'a condition as a text, or an object of such', found: show(item), suggestion }
}

function entriesOf(item: unknown): [string, unknown][] {
  if (typeof item !== 'string') return isRecord(item) ? Object.entries(item) : []
  const [name = ''] = item.split(' ')
  return [[name, item.replace('!', '')]]
}

function conditionOf(value: unknown): unknown {
  const parts = typeof value === 'string' ? CONDITION.exec(value) : null
  // what is no condition is reported by validation, with the place
  return parts === null ? value : { field: parts[1], op: parts[2] ?? 'eq' }
}

/** Parameters of a filter as written that must be given. */
export function requiredFilters(filter: unknown): string[] {
  if (!Array.isArray(filter)) return []
  const names = filter.flatMap((item) => (typeof item === 'string' ? [item.split(' ')[0] ?? ''] : isRecord(item) ? Object.keys(item) : []))
  return names.filter((name) => name.endsWith('!')).map((name) => name.slice(0, -1))
}

/** The written filter with `!` after these parameters. */
export function withRequired(filter: unknown, names: readonly string[]): unknown {
  if (!Array.isArray(filter)) return filter
  const marked = (name: string): string => (names.includes(name) ? `${name}!` : name)
  return filter.map((item) =>
    typeof item === 'string'
      ? item.replace(/^\w+/, marked)
      : Object.fromEntries(Object.entries(item as Json).map(([name, condition]) => [marked(name), condition])),
  )
}
