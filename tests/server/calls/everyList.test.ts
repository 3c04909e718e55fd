/** Every list, count, export and statistics call, with each filter, search and order that its document declares, as everybody who may use it. What
 *  SQL is written depends on all of these together: a statement that PostgreSQL refuses is found here, whichever document brought it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallDocument, FilterOp, JsonSchema, Operation } from '../../../runtime/core/documents.ts'
import { AgonError } from '../../../runtime/core/errors.ts'
import { inputSchema } from '../../../runtime/server/calls/inputSchema.ts'
import { type Actor, createMatrix, expected, inputFor, requestCall, sample, type Target } from '../access/matrixWorld.ts'
import type { World } from '../roadWorld.ts'

type Input = Record<string, unknown>
type Asked = Extract<Operation, { kind: 'list' | 'count' | 'export' }>

/** Found by the index alone, found in nothing, found word by word with wildcards in it. */
const SEARCHES = ['大学', '无此作品甲乙', 'sample 100%_']
/** One condition for each operator of the filter `json`. */
const ANSWERS = {
  fullName: { op: 'contains', value: '甲' },
  level: { op: 'in', value: ['some', 'none'] },
  age: [
    { op: 'gte', value: 1 },
    { op: 'lt', value: '2' },
  ],
  'place.wing': { op: 'ne', value: 'west' },
  shirt: 'M',
  party: { op: 'eq', value: null },
}
/** Refusals that are an answer: a field of which only some may know, an object out of reach. */
const ANSWERED = new Set(['PERMISSION_DENIED', 'NOT_FOUND'])

let world: World
let calls: CallDocument[]
let actors: Actor[]
let targets: Record<Target['name'], Target>
beforeAll(async () => {
  ;({ world, calls, actors, targets } = await createMatrix())
})
afterAll(() => world.close())

function operationOf(call: CallDocument): Asked {
  return call.operation as Asked
}

/** What may be asked of a call: each filter, search and order alone, and all of them together. */
function inputsOf(call: CallDocument): Input[] {
  const { filter = {}, search, sort } = operationOf(call)
  const whole = { ...call, input: inputSchema(call, world.server.deps.platform()) }
  const properties = whole.input.properties as Record<string, JsonSchema>
  const base = inputFor(world, call, targets.own)
  const all = inputFor(world, whole, targets.own, Object.keys(filter))
  const filters = Object.entries(filter).map(([name, { op }]): Input => ({ [name]: filterValue(all[name], properties[name]!, op) }))
  const searches = search && properties.search ? SEARCHES.map((text): Input => ({ search: text })) : []
  const offered = (properties.sort?.enum as string[] | undefined) ?? sort?.fields?.flatMap((name) => [name, `-${name}`]) ?? []
  const orders = properties.sort ? offered.map((name): Input => ({ sort: name })) : []
  const together = Object.assign({}, ...filters, searches.at(-1), orders.at(-1)) as Input
  const later = properties.pageNum
    ? [{ pageNum: 2 }, { ...together, pageNum: 2 }, ...searches.map((input) => ({ ...input, pageNum: 2 }))]
    : []
  return [{}, ...filters, ...searches, ...orders, ...later, together].map((input) => ({ ...base, ...input }))
}

function filterValue(value: unknown, { items }: JsonSchema, op: FilterOp): unknown {
  if (op === 'json') return ANSWERS
  return Array.isArray(value) && value.length === 0 ? [sample((items ?? {}) as JsonSchema)] : value
}

/** @returns what the call was refused with, null when it answered */
async function failureOf(call: CallDocument, actor: Actor, input: Input): Promise<string | null> {
  if (call.operation?.kind === 'export') return failureOfRows(call, actor, input)
  const { error, details } = await requestCall(world, call, actor, input)
  return error === undefined || ANSWERED.has(error) ? null : `${error} ${JSON.stringify(details)}`
}

/** An export's call only orders a job; its rows are what the job reads. */
async function failureOfRows(call: CallDocument, actor: Actor, input: Input): Promise<string | null> {
  const { calls: runner, services } = world.server.deps
  const caller = { session: await services.sessions.resolve(actor.token!), lang: 'zh' as const }
  try {
    const source = await runner.rows(call.id, input, caller)
    if ('statement' in source) await world.db.query(source.statement)
    else for await (const _page of source.pages());
    return null
  } catch (error) {
    return error instanceof AgonError && ANSWERED.has(error.code) ? null : String(error)
  }
}

/** Who may use a call. For each input one is enough of those who reach all rows, and of those who reach some; all parameters together are asked for
 *  by everybody. */
function askersOf(call: CallDocument): { everybody: Actor[]; kinds: Actor[] } {
  const everybody = actors.filter((actor) => expected(world, call, actor) === 'allowed')
  return { everybody, kinds: [...new Map(everybody.map((actor) => [actor.scope === null, actor])).values()] }
}

describe('every list', () => {
  it('[CALL-7] answers each filter, search and order it declares, alone and together, to everybody who may use it', {
    timeout: 900_000,
  }, async () => {
    const listed = calls.filter(({ operation }) => operation && ['list', 'count', 'export', 'statistics'].includes(operation.kind))
    const wrong = new Set<string>()
    let asked = 0
    for (const call of listed) {
      const inputs = inputsOf(call)
      const { everybody, kinds } = askersOf(call)
      const rounds = [
        ...inputs.flatMap((input) => kinds.map((actor) => ({ input, actor }))),
        ...everybody.map((actor) => ({ input: inputs.at(-1)!, actor })),
      ]
      for (const { input, actor } of rounds) {
        const failure = await failureOf(call, actor, input)
        asked += 1
        if (failure) wrong.add(`${call.id} by ${actor.name} with ${JSON.stringify(input)}: ${failure}`)
      }
    }
    expect([...wrong]).toEqual([])
    expect(listed.length).toBeGreaterThan(90)
    expect(asked).toBeGreaterThan(2_000)
  })
  it('[CALL-8] a list whose rows a handler finds answers each parameter it takes', async () => {
    const listed = calls.filter(({ operation, input }) => !operation && (input?.properties as Input | undefined)?.pageNum)
    const faults: string[] = []
    for (const call of listed) {
      const names = Object.keys(call.input?.properties as Input)
      const { kinds } = askersOf(call)
      for (const actor of kinds)
        for (const more of [...names.map((name) => [name]), names]) {
          const input = inputFor(world, call, targets.own, more)
          const { error } = await requestCall(world, call, actor, input)
          if (error === 'SERVER_FAULT') faults.push(`${call.id} by ${actor.name} with ${JSON.stringify(input)}`)
        }
    }
    expect(faults).toEqual([])
    expect(listed.length).toBeGreaterThan(5)
  })
})
