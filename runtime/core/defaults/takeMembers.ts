/** `"...news.edit": ["titleEn", "bodyEn"]` among members by name stands for the members that the document `news.edit` of the same kind has at the same
 *  place, `"all"` for every one. A member of the same name beside it that says no type changes what it says. */
import { type Finding, pointer, show } from '../documents/failure.ts'
import { suggest } from '../documents/suggest.ts'
import type { Kind } from '../documents.ts'
import { isRecord } from '../isRecord.ts'
import type { Json } from '../language/shortForm.ts'
import type { FindMembers } from './FindMembers.ts'
import type { Filled } from './fillDocument.ts'

/** Instead of names: every member. */
export const ALL = 'all'
/** Each document declares its own access. */
const PROTECTED = ['access', 'preview', 'permission', 'permissions', 'proof', 'requires', 'needs']
export const TAKE = /^\.\.\.([A-Za-z][\w-]*(?:\.[\w-]+)+)$/

/** @param content in the long form. @returns the same object where nothing is taken */
export function takeMembers(kind: Kind, content: Json, membersOf: FindMembers): Filled {
  const taking: Taking = { kind, membersOf, findings: [], moves: [] }
  return { content: visit(content, '', taking) as Json, findings: taking.findings, moves: taking.moves }
}

interface Taking extends Pick<Filled, 'findings' | 'moves'> {
  kind: Kind
  membersOf: FindMembers
}

function visit(value: unknown, path: string, taking: Taking): unknown {
  if (Array.isArray(value)) return changed(value, (item, index) => visit(item, pointer(path, index), taking))
  if (!isRecord(value)) return value
  let result: Json = value
  let takes = false
  for (const key of Object.keys(value)) {
    takes ||= key.startsWith('...') && TAKE.test(key)
    const member = visit(value[key], pointer(path, key), taking)
    if (member === value[key]) continue
    if (result === value) result = { ...value }
    result[key] = member
  }
  // `required` of a JSON Schema stands beside its properties, so what is taken there is added one level up
  const properties = isRecord(value.properties) ? Object.keys(value.properties).filter((key) => TAKE.test(key)) : []
  if (properties.length > 0) return takeProperties(result, path, taking)
  if (path.endsWith('/properties') || !takes) return result
  return takeInto(result, path, taking).members
}

function takeProperties(schema: Json, path: string, taking: Taking): Json {
  const { members, required, around } = takeInto(schema.properties as Json, pointer(path, 'properties'), taking)
  const own = (schema.required as string[] | undefined) ?? []
  const all = [...own, ...required.filter((name) => !own.includes(name))]
  return { ...around, ...schema, ...(all.length > 0 && { required: all }), properties: members }
}

interface Taken {
  members: Json
  required: string[]
  /** What the schema says beside its properties when all of it is taken. */
  around: Json
}

function takeInto(own: Json, path: string, taking: Taking): Taken {
  const taken: Taken = { members: {}, required: [], around: {} }
  for (const [key, value] of Object.entries(own)) {
    const id = TAKE.exec(key)?.[1]
    if (id === undefined) taken.members[key] = changedBy(taken.members[key], value)
    else takeFrom({ id, path, here: pointer(path, key) }, value, taken, taking)
  }
  return taken
}

function takeFrom({ id, path, here }: { id: string; path: string; here: string }, value: unknown, taken: Taken, taking: Taking): void {
  const names = path === '' ? unprotected(value, here, taking) : value
  const source = membersAt(taking.membersOf(taking.kind, id), path)
  if (source === undefined) return void taking.findings.push(unknownName(here, `a ${taking.kind} that has members at ${path}`, id))
  if (names !== ALL && !Array.isArray(names))
    return void taking.findings.push({
      code: 'TYPE',
      path: here,
      expected: 'names, or all',
      found: show(value),
      suggestion: 'write ["name"]',
    })
  if (names === ALL) taken.around = source.around
  for (const [index, name] of (names === ALL ? Object.keys(source.members) : names).entries()) {
    const from = names === ALL ? here : `${here}/${index}`
    if (typeof name === 'string' && source.members[name] !== undefined) {
      taken.members[name] = source.members[name]
      taking.moves.push({ to: pointer(path, name), from })
      if (source.required.includes(name)) taken.required.push(name)
    } else taking.findings.push(unknownName(from, `a name that ${id} has there`, name, Object.keys(source.members)))
  }
}

/** Of a whole document the keys that may be taken. */
function unprotected(value: unknown, here: string, { findings }: Taking): unknown {
  if (!Array.isArray(value)) return []
  const refused = [...value.entries()].filter(([, name]) => PROTECTED.includes(name))
  for (const [index, name] of refused)
    findings.push({
      ...{ code: 'VALUE', path: `${here}/${index}`, expected: 'a key that does not say who may do what', found: show(name) },
      suggestion: `write "${name}" in the document itself`,
    })
  return value.filter((name) => !PROTECTED.includes(name))
}

/** A member that says no type changes the one that was taken. */
function changedBy(taken: unknown, own: unknown): unknown {
  return isRecord(taken) && isRecord(own) && own.type === undefined && Object.keys(own).every((key) => !key.startsWith('$'))
    ? { ...taken, ...own }
    : own
}

interface MemberOwner {
  members: Json
  required: readonly string[]
  around: Json
}

/** Of input and output also the outermost members, where there are none at the same place: a list of what another call answers once. */
function membersAt(source: Json | undefined, path: string): MemberOwner | undefined {
  const outermost = /^\/(?:input|output)\/properties/.exec(path)?.[0] ?? /^\/output\/(?=items)/.exec(path)?.[0].concat('properties')
  const found = source && (membersIn(source, path) ?? (outermost && membersIn(source, outermost)))
  return found || undefined
}

function membersIn(source: Json, path: string): MemberOwner | undefined {
  let value: unknown = source
  let around: unknown
  for (const step of path.split('/').slice(1)) {
    around = value
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    value = Array.isArray(value) || isRecord(value) ? (value as Json)[key] : undefined
  }
  if (!isRecord(value)) return undefined
  const isSchema = isRecord(around) && path.endsWith('/properties')
  const { properties: _, required = [], ...rest } = isSchema ? (around as Json) : {}
  return { members: value, required: required as string[], around: rest }
}

function unknownName(path: string, expected: string, found: unknown, known: readonly string[] = []): Finding {
  return { code: 'REFERENCE_UNKNOWN', path, expected, found: show(found), suggestion: suggest(String(found), known) }
}

/** @returns the same list where nothing changes */
export function changed(list: readonly unknown[], change: (item: unknown, index: number) => unknown): readonly unknown[] {
  const result = list.map(change)
  return result.every((item, index) => item === list[index]) ? list : result
}
