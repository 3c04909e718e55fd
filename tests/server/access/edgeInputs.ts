/** Inputs of a call in which one member is blank (null, absent, an empty text or list), or at an end of what its schema takes. */
import type { CallDocument, JsonSchema } from '../../../runtime/core/documents.ts'
import { isRecord } from '../../../runtime/core/isRecord.ts'
import { FIRST_DAY, LAST_DAY, MAX_NUMBER } from '../../../runtime/core/values/valueRange.ts'
import { inputSchema } from '../../../runtime/server/calls/inputSchema.ts'
import type { World } from '../roadWorld.ts'
import { inputFor, type Target } from './matrixWorld.ts'

type Input = Record<string, unknown>
/** Parts inside parts are looked at down to here. */
const MAX_DEPTH = 3

/** All that the call takes, with every answer of the form that it holds them against. */
export function wholeInput(world: World, call: CallDocument, target: Target): Input {
  const platform = world.server.deps.platform()
  const input = inputFor(world, call, target, Object.keys((inputSchema(call, platform).properties ?? {}) as object))
  const form =
    call.operation && 'form' in call.operation && call.operation.form ? platform.documents.form.get(call.operation.form.id) : null
  const names = Object.keys(form?.schema.properties ?? {})
  return form && isRecord(input.answers) ? { ...input, answers: Object.fromEntries(names.map((name) => [name, null])) } : input
}

/** @returns the input itself, the least one, and one for each edge of each member */
export function edgeInputs(world: World, call: CallDocument, target: Target, whole: Input): Input[] {
  const made = [whole, inputFor(world, call, target), ...edges(inputSchema(call, world.server.deps.platform()), whole, 0)]
  return [...new Map(made.map((input) => [JSON.stringify(input), input as Input])).values()]
}

function edges(schema: JsonSchema, value: unknown, depth: number): unknown[] {
  const own = depth === 0 ? [] : edgesOf(schema)
  if (depth > MAX_DEPTH) return own
  const items = isRecord(schema.items) ? (schema.items as JsonSchema) : null
  if (Array.isArray(value) && items)
    return [...own, ...value.flatMap((item, at) => edges(items, item, depth + 1).map((edge) => value.with(at, edge)))]
  if (!isRecord(value)) return own
  const required = new Set((schema.required ?? []) as string[])
  const parts = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  return [
    ...own,
    ...parts.flatMap(([name, part]) => {
      const { [name]: given, ...rest } = value
      const made = edges(part, given, depth + 1).map((edge): unknown => ({ ...value, [name]: edge }))
      return given === undefined || required.has(name) ? made : [...made, rest]
    }),
  ]
}

/** What a schema may take that code easily forgets. */
function edgesOf(schema: JsonSchema): unknown[] {
  const types = new Set([schema.type].flat())
  const isNumber = types.has('integer') || types.has('number')
  return [
    ...(takesNull(schema) ? [null] : []),
    ...(types.has('array') ? [[]] : []),
    ...(types.has('string') ? ['', ...(ENDS[String(schema.format)] ?? [])] : []),
    ...(isNumber ? [schema.minimum ?? -MAX_NUMBER, schema.maximum ?? MAX_NUMBER] : []),
  ]
}

const ENDS: Readonly<Record<string, readonly string[] | undefined>> = {
  date: [FIRST_DAY, LAST_DAY],
  'date-time': [`${FIRST_DAY}T00:00:00Z`, `${LAST_DAY}T23:59:59.999Z`],
}

function takesNull(schema: JsonSchema): boolean {
  const among = [schema.anyOf, schema.oneOf].flatMap((each) => (Array.isArray(each) ? (each as JsonSchema[]) : []))
  return [schema.type].flat().includes('null') || (Array.isArray(schema.enum) && schema.enum.includes(null)) || among.some(takesNull)
}
