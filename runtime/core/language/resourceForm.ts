/** What callers may do with a thing, said once: a resource document stands for one call document for each of its members. Linker, server, API keys and tests
 *  see these calls alone; a mistake in one of them is reported where the resource says it.
 *
 *  A member is a call in short. What it leaves out follows from the resource: access, entity, address (`<path>/<name>`), the row that its id names, the entity of
 *  its entry in the log; and from its kind: title, method, output, handler. */
import titles from '../../../schemas/kinds/words/titles.json' with { type: 'json' }
import { isRecord } from '../isRecord.ts'
import { DESIGN_STEPS } from './designSteps.ts'
import type { MadeDocument } from './nestedForm.ts'
import { operationKeys } from './operationKeys.ts'
import { SourcePlaces } from './SourcePlaces.ts'
import type { Json } from './shortForm.ts'

interface Text {
  zh: string
  en: string
}

/** Kinds that work on the row of an id. */
const OF_ONE = ['get', 'reveal', 'update', 'remove', 'transition', 'restore']
/** Kinds that reach the rows outside the bin, where they say no condition of their own. */
const OF_WHERE = ['list', 'get', 'count', 'options', 'export', 'reveal', 'update']
const READS = ['list', 'get', 'count', 'options']
/** Kinds of a thing with a bin, which is a field that holds when a row was deleted: deleting sets it, restoring empties it. */
const OF_BIN = ['remove', 'removed', 'restore'] as const
/** Where null says that there is none. */
const NONE = ['where', 'by', 'output']
/** Members of the operation that an export has in common with the list of the same rows. */
const OF_ROWS = ['input', 'where', 'filter', 'search', 'sort', 'output', 'people']
const ADDRESS = /^([A-Z]+(?:\|[A-Z]+)*)(?: (\.)?(\/?[^\s]*))?$/

const made = new WeakMap<object, readonly MadeDocument[]>()

/** The calls that a resource stands for, in the short form and the order in which it says them; the same objects for the same resource.
 *  @param id  of the resource: its area is that of the calls */
export function callsOf(id: string, resource: Json): readonly MadeDocument[] {
  const known = made.get(resource)
  if (known !== undefined) return known
  const calls = Object.entries(membersOf(resource)).map(([name, member]) => callOf({ id, resource }, name, member))
  made.set(resource, calls)
  return calls
}

/** A member, and where it stands. */
interface Member {
  content: Json
  path: string
}

function membersOf(resource: Json): Record<string, Member> {
  const calls = isRecord(resource.calls) ? resource.calls : {}
  const members: Record<string, Member> = {}
  for (const [name, content] of Object.entries(calls)) {
    if (!isRecord(content)) continue
    const { export: exported, ...own } = content
    members[name] = { content: own, path: `/calls/${name}` }
    if (!isRecord(exported)) {
      if (exported !== undefined) own.export = exported
      continue
    }
    const { as = 'export', ...rest } = exported
    const rows = Object.fromEntries(Object.entries(own).filter(([key]) => OF_ROWS.includes(key) || key.startsWith('...')))
    members[String(as)] = { content: { kind: 'export', ...rows, ...rest }, path: `/calls/${name}/export` }
  }
  for (const [kind, name] of Object.entries(binOf(resource)))
    if (members[name] === undefined) members[name] = { content: { kind }, path: '/bin' }
  return members
}

/** What deletes, lists what is deleted and restores -> the names of the calls. */
function binOf({ bin }: Json): Record<string, string> {
  if (bin === undefined || bin === false) return {}
  const names = isRecord(bin) ? bin : {}
  return Object.fromEntries(OF_BIN.map((kind) => [kind, typeof names[kind] === 'string' ? (names[kind] as string) : kind]))
}

interface Whole {
  id: string
  resource: Json
}

function callOf({ id, resource }: Whole, name: string, { content, path }: Member): MadeDocument {
  const places = new SourcePlaces(resource)
  places.move('', path)
  const area = id.slice(0, id.indexOf('.'))
  const call: Json = { ...content }
  const { kind: _, ...rest } = call
  const kind = kindOf(call, name, resource)
  const inherit = (key: string, value: unknown, from = `/${key}`): void => {
    if (key in rest || value === undefined) return
    rest[key] = value
    places.move(`/${key}`, from)
  }
  if (kind !== undefined) {
    giveOperation(kind, rest, resource)
    places.move(`/${kind}`, content.kind === undefined ? path : `${path}/kind`)
  } else if (!hasOperation(rest)) rest.handler = `${area}.${name}`
  if (typeof rest.transition === 'string' && typeof resource.flow === 'string' && !rest.transition.includes('.'))
    rest.transition = `${resource.flow}.${rest.transition}`
  const works = kind ?? (typeof rest.transition === 'string' ? 'transition' : undefined)
  if (works !== undefined && OF_ONE.includes(works)) giveId(rest)
  inherit('title', titleOf(works, resource.title))
  if (!('figure' in rest)) inherit('access', resource.access)
  giveAddress(rest, { name, kind: works, resource, places })
  giveOutput(rest, works, inherit, resource)
  for (const key of NONE) if (rest[key] === null) delete rest[key]
  giveLog(rest, resource)
  return { kind: 'call', id: `${area}.${name}`, content: rest, places }
}

/** Kind of the operation on the thing: said, or the name itself. */
function kindOf(call: Json, name: string, resource: Json): string | undefined {
  if (typeof call.kind === 'string') return call.kind
  if (hasOperation(call)) return undefined
  if (typeof call.step === 'string') return 'design'
  const bin = Object.entries(binOf(resource)).find(([, own]) => own === name)?.[0]
  return bin ?? (kinds().has(name) ? name : undefined)
}

function kinds(): ReadonlySet<string> {
  return new Set(operationKeys().flatMap(({ kind, keys }) => (keys.includes('entity') ? [kind] : [])))
}

function hasOperation(call: Json): boolean {
  if (['operation', 'handler', 'figure', 'transition'].some((key) => key in call)) return true
  return operationKeys().some(({ kind }) => typeof call[kind] === 'string')
}

function giveOperation(kind: string, call: Json, resource: Json): void {
  const { entity } = resource
  const bin = resource.bin === undefined || resource.bin === false ? undefined : REMOVED
  if (bin !== undefined && kind === 'removed') {
    giveMissing(call, { where: `=row.${bin} != null`, sort: { fields: [bin], default: [`-${bin}`] }, pageSize: 20 })
    call.list = entity
  } else if (bin !== undefined && (kind === 'remove' || kind === 'restore')) {
    const isGone = kind === 'restore'
    giveMissing(call, { where: `=row.${bin} ${isGone ? '!=' : '=='} null`, set: { [bin]: isGone ? null : '=now' } })
    call.update = entity
  } else {
    if (bin !== undefined && OF_WHERE.includes(kind)) giveMissing(call, { where: `=row.${bin} == null` })
    call[kind] = entity
  }
  if (kind === 'reveal') giveReveal(call)
  if (kind === 'design') giveMissing(call, { field: resource.designs, row: '=input.id', ...DESIGN_STEPS[String(call.step)] })
}

/** The field of an entity that says when its row was put into the bin. */
const REMOVED = 'removedAt'

/** Who looks at personal values gives a reason, not too often; the reply is kept nowhere. */
function giveReveal(call: Json): void {
  giveMissing(call, {
    input: { id: 'id', reason: 'text ..200' },
    rateLimit: { max: 60, seconds: 3600, by: ['user'] },
    secretReply: true,
  })
}

/** One row is the one whose id is given, also where it has to meet a condition. */
function giveId(call: Json): void {
  const where = JSON.stringify(call.where ?? '')
  if (call.by === undefined && !where.includes('input.')) call.by = { id: '=input.id' }
  else return
  const { input } = call
  if (input === undefined) call.input = { id: 'id' }
  else if (isRecord(input) && !('id' in input) && !('$schema' in input) && input.type !== 'object') call.input = { id: 'id', ...input }
}

function giveMissing(call: Json, values: Json): void {
  for (const [key, value] of Object.entries(values)) if (!(key in call)) call[key] = value
}

interface Naming {
  name: string
  kind: string | undefined
  resource: Json
  places: SourcePlaces
}

/** `POST ./send` is below the address of the thing, `POST .` is that address, `POST` alone that with the name of the call. */
function giveAddress(call: Json, { name, kind, resource, places }: Naming): void {
  if (call.inner === true || call.method !== undefined) return
  const { path } = call
  if (typeof resource.path !== 'string') return
  if (path === undefined) {
    const isRead = kind === 'removed' || READS.includes(kind ?? '')
    call.path = `${isRead ? 'GET' : 'POST'} ${resource.path}/${name}`
    places.move('/path', '/path')
    return
  }
  const [, methods, dot, rest] = (typeof path === 'string' ? ADDRESS.exec(path) : null) ?? []
  if (methods === undefined) return
  if (dot !== undefined) call.path = `${methods} ${resource.path}${rest}`
  else if (rest === undefined) call.path = `${methods} ${resource.path}/${name}`
}

type Inherit = (key: string, value: unknown, from?: string) => void

function giveOutput(call: Json, kind: string | undefined, inherit: Inherit, { output }: Json): void {
  if (Object.keys(call).some((key) => key.startsWith('...') && JSON.stringify(call[key]).includes('"output"'))) return
  if (kind === 'list' || kind === 'get' || kind === 'export') inherit('output', output)
  else if (kind === 'update' || kind === 'transition' || kind === 'create' || kind === 'restore') inherit('output', ['id'], '')
  else if (kind === 'remove' && typeof call.update === 'string') inherit('output', ['id'], '')
}

/** A text is the title of an entry about the entity of the thing, true an entry with the title of the call. */
function giveLog(call: Json, { entity }: Json): void {
  if (call.log === true) call.log = entity
  else if (isText(call.log)) call.log = { title: call.log, entity }
}

function isText(value: unknown): value is Text {
  return isRecord(value) && typeof value.zh === 'string' && typeof value.en === 'string'
}

/** A call that does the usual with a thing is called after both; what reads the thing has its name alone. */
function titleOf(kind: string | undefined, title: unknown): unknown {
  if (!isText(title)) return undefined
  if (kind === 'list' || kind === 'get') return title
  const words = (titles as Readonly<Record<string, Text>>)[kind ?? '']
  return words && { zh: words.zh.replace('{title}', title.zh), en: words.en.replace('{title}', title.en) }
}
