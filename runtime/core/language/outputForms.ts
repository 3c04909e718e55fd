/** What a call answers. Of an operation: `{ "event": "eventId.title", "age": "=row.age" }` among the fields stands for `{ "name": "event", "from":
 *  "eventId.title" }` and `{ "name": "age", "cel": "row.age" }`. Of a handler: a shape. */

import { isRecord } from '../isRecord.ts'
import { readExpression, writeExpression } from './expressionTree.ts'
import { printShape, readShape } from './shape.ts'
import type { Json, Mistake, ShortForm } from './shortForm.ts'

const WAYS = ['from', 'cel', 'labelOf', 'answersTo', 'job']

export const outputForm: ShortForm = {
  expand(value) {
    if (Array.isArray(value)) return expandFields(value)
    if (!isRecord(value) && typeof value !== 'string') return undefined
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

function expandFields(list: readonly unknown[]): {
  value: unknown
  moves: { to: string; from: string }[]
  mistakes: Mistake[]
} {
  const fields: unknown[] = []
  const moves: { to: string; from: string }[] = []
  const mistakes: Mistake[] = []
  for (const [index, item] of list.entries()) {
    const written = isRecord(item) && !isLong(item) ? Object.entries(item) : undefined
    if (written === undefined) moves.push({ to: `/${fields.length}`, from: `/${index}` })
    for (const [name, path] of written ?? []) {
      moves.push({ to: `/${fields.length}`, from: `/${index}/${name}` })
      const expression = readExpression(path)
      mistakes.push(...(expression?.mistakes ?? []).map((one) => ({ ...one, path: `/${index}/${name}${one.path}` })))
      fields.push({ name, ...(expression ? { cel: expression.cel } : wayOf(path)) })
    }
    if (written === undefined) fields.push(item)
  }
  return { value: fields, moves, mistakes }
}

function contractFields(fields: readonly unknown[]): unknown {
  const items: unknown[] = []
  for (const field of fields) {
    const text = isRecord(field) && isLong(field) ? textOf(field) : undefined
    const name = isRecord(field) ? String(field.name) : ''
    const last = items.at(-1)
    if (text === undefined) items.push(field)
    else if (isRecord(last) && !isLong(last) && !isLong({ ...last, [name]: text })) last[name] = text
    else items.push({ [name]: text })
  }
  return items
}

/** A path, or what is written out. */
function wayOf(path: unknown): object {
  return typeof path === 'string' ? { from: path } : (path as object)
}

function textOf({ from, cel }: Json): unknown {
  if (typeof from === 'string') return from
  return typeof cel === 'string' ? writeExpression(cel) : undefined
}
