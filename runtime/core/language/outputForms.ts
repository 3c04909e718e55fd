/** What a call answers. Of an operation: `{ "event": "eventId.title", "age": "=row.age" }` among the fields stands for `{ "name": "event", "from":
 *  "eventId.title" }` and `{ "name": "age", "cel": "row.age" }`. Of a handler: a shape. */

import { printShape, readShape } from './shape.ts'
import { isObject, type Json, type ShortForm } from './shortForm.ts'

const WAYS = ['from', 'cel', 'labelOf']

export const outputForm: ShortForm = {
  expand(value) {
    if (Array.isArray(value)) return expandFields(value)
    if (!isObject(value) && typeof value !== 'string') return undefined
    const { schema, moves, mistakes } = readShape(value, { closed: false })
    return schema === value ? undefined : { value: schema, moves, mistakes }
  },
  contract(long, contracted) {
    return Array.isArray(long) ? contractFields(long) : (printShape(long, { closed: false }) ?? contracted)
  },
}

/** One named field as written out. */
function isLong(item: Json): boolean {
  return 'name' in item && WAYS.some((way) => way in item) && Object.keys(item).length === 2
}

function expandFields(list: readonly unknown[]): { value: unknown; moves: { to: string; from: string }[] } {
  const fields: unknown[] = []
  const moves: { to: string; from: string }[] = []
  for (const [index, item] of list.entries()) {
    const written = isObject(item) && !isLong(item) ? Object.entries(item) : undefined
    if (written === undefined) moves.push({ to: `/${fields.length}`, from: `/${index}` })
    for (const [name, path] of written ?? []) {
      moves.push({ to: `/${fields.length}`, from: `/${index}/${name}` })
      fields.push(
        typeof path === 'string'
          ? path.startsWith('=')
            ? { name, cel: path.slice(1) }
            : { name, from: path }
          : { name, ...(path as object) },
      )
    }
    if (written === undefined) fields.push(item)
  }
  return { value: fields, moves }
}

function contractFields(fields: readonly unknown[]): unknown {
  const items: unknown[] = []
  for (const field of fields) {
    const text =
      isObject(field) && isLong(field)
        ? typeof field.from === 'string'
          ? field.from
          : typeof field.cel === 'string'
            ? `=${field.cel}`
            : undefined
        : undefined
    const name = isObject(field) ? String(field.name) : ''
    const last = items.at(-1)
    if (text === undefined) items.push(field)
    else if (isObject(last) && !isLong(last) && !isLong({ ...last, [name]: text })) last[name] = text
    else items.push({ [name]: text })
  }
  return items
}
