/** A call in short: methods before the path, the operation as a key of the call, what follows from it left out.
 *
 *  `"path": "POST|GET api/x"` stands for `"method": ["POST", "GET"], "path": "api/x"`; `"list": "notes.note", "where": ...` for `"operation": { "kind":
 *  "list", "entity": "notes.note", "where": ... }`; `"transition": "notes.review.approve"` for the transition of a flow; `file` for the operation's
 *  `export`. One row without `by` and `where` is the one whose id is given. `input` is a shape; the one id that `by` asks for needs none. */

import { isRecord } from '../isRecord.ts'
import { requiredFilters, withRequired } from './filterForm.ts'
import { callKeys, operationKeys, RENAMED } from './operationKeys.ts'
import { sameJson } from './sameJson.ts'
import { isJsonSchema, printShape, readShape, type ShapeReading } from './shape.ts'
import type { Expansion, Json, ShortForm } from './shortForm.ts'

const METHODS = /^([A-Z]+(?:\|[A-Z]+)*) (\S+)$/
/** Kinds that work on the row of an id. */
const OF_ONE = ['get', 'reveal', 'update', 'remove', 'transition']
const BY_ID = { id: { cel: 'input.id' } }
const ID_INPUT = readShape({ id: 'id' }, { closed: true }).schema
const NO_INPUT = { type: 'object', additionalProperties: false, properties: {} }

export const callForm: ShortForm = {
  expand(value) {
    if (!isRecord(value)) return undefined
    const moves: { to: string; from: string }[] = []
    const call = expandPath(expandOperation(value, moves), moves)
    const input = expandInput(value, call)
    if (input.schema !== undefined) call.input = input.schema
    for (const { to, from } of input.moves) moves.push({ to: `/input${to}`, from: `/input${from}` })
    const mistakes = input.mistakes.map((mistake) => ({ ...mistake, path: `/input${mistake.path}` }))
    return { value: call, moves, mistakes } satisfies Expansion
  },
  contract(long, contracted) {
    if (!isRecord(long) || !isRecord(contracted)) return contracted
    return contractInput(long, contractPath(contractOperation(long, contracted)))
  },
}

function expandPath(call: Json, moves: { to: string; from: string }[]): Json {
  const parts = typeof call.path === 'string' && call.method === undefined ? METHODS.exec(call.path) : null
  if (parts === null) return call
  moves.push({ to: '/method', from: '/path' })
  const methods = (parts[1] as string).split('|')
  return inPlaceOf(call, 'path', { method: methods.length === 1 ? methods[0] : methods, path: parts[2] })
}

function contractPath(call: Json): Json {
  const isOneInList = Array.isArray(call.method) && call.method.length < 2
  if (typeof call.path !== 'string' || call.method === undefined || isOneInList) return call
  const { method, ...rest } = call
  return { ...rest, path: `${[method].flat().join('|')} ${call.path}` }
}

function expandOperation(call: Json, moves: { to: string; from: string }[]): Json {
  const kind =
    'operation' in call || 'handler' in call
      ? undefined
      : operationKeys().find(({ kind: one, keys }) => typeof call[one] === 'string' && (keys.includes('entity') || one === 'transition'))
  if (kind === undefined) return { ...call }
  const named = call[kind.kind] as string
  const dot = named.lastIndexOf('.')
  const operation: Json =
    kind.kind === 'transition'
      ? { kind: 'transition', flow: named.slice(0, dot), transition: named.slice(dot + 1) }
      : { kind: kind.kind, entity: named }
  moves.push({ to: '/operation', from: '' })
  for (const key of ['kind', 'entity', 'flow', 'transition']) moves.push({ to: `/operation/${key}`, from: `/${kind.kind}` })
  const own = kind.keys.filter((key) => !(key in operation))
  for (const key of own) {
    const written = RENAMED[key] ?? key
    if (!(written in call)) continue
    operation[key] = call[written]
    moves.push({ to: `/operation/${key}`, from: `/${written}` })
  }
  if (OF_ONE.includes(kind.kind) && operation.by === undefined && operation.where === undefined) operation.by = BY_ID
  const rest = Object.fromEntries(
    Object.entries(call).filter(([key]) => key === kind.kind || !own.some((one) => (RENAMED[one] ?? one) === key)),
  )
  return inPlaceOf(rest, kind.kind, { operation })
}

function contractOperation(long: Json, call: Json): Json {
  const { operation } = call
  if (!isRecord(operation) || !isRecord(long.operation)) return call
  const { kind, entity, flow, transition, ...rest } = operation
  const isTransition = kind === 'transition'
  if (isTransition ? typeof long.operation.transition !== 'string' : typeof entity !== 'string') return call
  if (OF_ONE.includes(kind as string)) {
    const isById = sameJson(long.operation.by, BY_ID)
    if (isById && rest.where === undefined) delete rest.by
    else if (!isById && rest.by === undefined && rest.where === undefined) return call
  }
  const known = operationKeys().find((one) => one.kind === kind)
  const keys = Object.fromEntries(Object.entries(rest).map(([key, value]) => [RENAMED[key] ?? key, value]))
  if (known === undefined || Object.keys(keys).some((key) => callKeys().includes(key))) return call
  return inPlaceOf(call, 'operation', { [kind as string]: isTransition ? `${flow}.${transition}` : entity, ...keys })
}

function expandInput(written: Json, call: Json): ShapeReading {
  const none: ShapeReading = { schema: undefined, moves: [], mistakes: [] }
  const required = 'operation' in written ? [] : requiredFilters(written.filter)
  if (written.input === undefined) {
    const { operation } = call
    const isById = isRecord(operation) && !('operation' in written) && OF_ONE.includes(operation.kind as string) && operation.by === BY_ID
    if (isById) return { ...none, schema: ID_INPUT }
    return required.length === 0 ? none : { ...none, schema: requiring(NO_INPUT, required) }
  }
  const isShape = isRecord(written.input) && !isJsonSchema(written.input)
  const reading = isShape ? readShape(written.input, { closed: true }) : { ...none, schema: written.input }
  return required.length > 0 && isRecord(reading.schema) ? { ...reading, schema: requiring(reading.schema, required) } : reading
}

function requiring(schema: Json, names: readonly string[]): Json {
  return { ...schema, required: [...((schema.required as string[] | undefined) ?? []), ...names] }
}

function contractInput(long: Json, call: Json): Json {
  if (!isRecord(long.input)) return call
  const { input: _, ...without } = call
  const operation = isRecord(long.operation) ? long.operation : {}
  const isFlat = !('operation' in call)
  if (isFlat && OF_ONE.includes(operation.kind as string) && !('by' in call) && !('where' in call) && sameJson(long.input, ID_INPUT))
    return without
  const properties = isRecord(long.input.properties) ? long.input.properties : {}
  const names = ((long.input.required as string[] | undefined) ?? []).filter((name) => !(name in properties))
  const filters = Object.keys(isRecord(operation.filter) ? operation.filter : {})
  if (!isFlat || !Array.isArray(call.filter) || names.length === 0 || !names.every((name) => filters.includes(name)))
    return { ...call, input: printShape(long.input, { closed: true }) }
  const rest = ((long.input.required as string[] | undefined) ?? []).filter((name) => name in properties)
  const { required: __, ...bare } = long.input
  const left = rest.length > 0 ? { ...bare, required: rest } : bare
  const filter = withRequired(call.filter, names)
  return sameJson(left, NO_INPUT) ? { ...without, filter } : { ...call, input: printShape(left, { closed: true }), filter }
}

/** The object with other keys in the place of one. */
function inPlaceOf(object: Json, key: string, others: Json): Json {
  return Object.fromEntries(Object.entries(object).flatMap((entry) => (entry[0] === key ? Object.entries(others) : [entry])))
}

/** What the audit log tells: `"notes.note"` stands for the call's own title and that entity. */
export const logForm: ShortForm = {
  expand(value, { root }) {
    return typeof value === 'string' ? { value: { title: root.title, entity: value }, moves: [{ to: '/entity', from: '' }] } : undefined
  },
  contract(long, contracted, { root }) {
    const isOwn = isRecord(long) && typeof long.entity === 'string' && Object.keys(long).length === 2 && sameJson(long.title, root.title)
    return isOwn ? long.entity : contracted
  },
}
