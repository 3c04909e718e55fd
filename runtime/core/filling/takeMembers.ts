/** `"...news.edit": ["titleEn", "bodyEn"]` among members by name stands for the members that the document `news.edit` of the same kind has at the same
 *  place. A member of the same name beside it that says no type changes what it says. */
import { type Finding, pointer, show } from '../documents/failure.ts'
import { suggest } from '../documents/suggest.ts'
import type { Kind } from '../documents.ts'
import { isRecord } from '../isRecord.ts'
import type { Json } from '../language/shortForm.ts'
import type { Filled } from './fillDocument.ts'
import type { Lend } from './Lend.ts'

export const TAKE = /^\.\.\.([A-Za-z][\w-]*(?:\.[\w-]+)+)$/

/** @param content in the long form. @returns the same object where nothing is taken */
export function takeMembers(kind: Kind, content: Json, lend: Lend): Filled {
  const taking: Taking = { kind, lend, findings: [], moves: [] }
  return { content: visit(content, '', taking) as Json, findings: taking.findings, moves: taking.moves }
}

interface Taking extends Pick<Filled, 'findings' | 'moves'> {
  kind: Kind
  lend: Lend
}

function visit(value: unknown, path: string, taking: Taking): unknown {
  if (Array.isArray(value)) return changed(value, (item, index) => visit(item, pointer(path, index), taking))
  if (!isRecord(value)) return value
  const entries = Object.entries(value)
  let isSame = true
  const result: Json = {}
  for (const [key, member] of entries) {
    result[key] = visit(member, pointer(path, key), taking)
    isSame &&= result[key] === member
  }
  // `required` of a JSON Schema stands beside its properties, so what is taken there is added one level up
  const properties = isRecord(value.properties) ? Object.keys(value.properties).filter((key) => TAKE.test(key)) : []
  if (properties.length > 0) return takeProperties(result, path, taking)
  if (path.endsWith('/properties') || !entries.some(([key]) => TAKE.test(key))) return isSame ? value : result
  return takeInto(result, path, taking).members
}

function takeProperties(schema: Json, path: string, taking: Taking): Json {
  const { members, required } = takeInto(schema.properties as Json, pointer(path, 'properties'), taking)
  const own = (schema.required as string[] | undefined) ?? []
  const all = [...own, ...required.filter((name) => !own.includes(name))]
  return { ...schema, ...(all.length > 0 && { required: all }), properties: members }
}

function takeInto(own: Json, path: string, taking: Taking): { members: Json; required: string[] } {
  const members: Json = {}
  const required: string[] = []
  for (const [key, value] of Object.entries(own)) {
    const id = TAKE.exec(key)?.[1]
    if (id === undefined) {
      members[key] = changedBy(members[key], value)
      continue
    }
    const here = pointer(path, key)
    const lender = membersAt(taking.lend(taking.kind, id), path)
    if (lender === undefined) taking.findings.push(unknownName(here, `a ${taking.kind} that has members at ${path}`, id))
    for (const [index, name] of (Array.isArray(value) ? (value as unknown[]) : []).entries()) {
      if (typeof name === 'string' && lender?.members[name] !== undefined) {
        members[name] = lender.members[name]
        taking.moves.push({ to: pointer(path, name), from: `${here}/${index}` })
        if (lender.required.includes(name)) required.push(name)
      } else if (lender !== undefined) {
        taking.findings.push(unknownName(`${here}/${index}`, `a name that ${id} has there`, name, Object.keys(lender.members)))
      }
    }
    if (!Array.isArray(value))
      taking.findings.push({ code: 'TYPE', path: here, expected: 'a list of names', found: show(value), suggestion: 'write ["name"]' })
  }
  return { members, required }
}

/** A member that says no type changes the one that was taken. */
function changedBy(taken: unknown, own: unknown): unknown {
  return isRecord(taken) && isRecord(own) && own.type === undefined && Object.keys(own).every((key) => !key.startsWith('$'))
    ? { ...taken, ...own }
    : own
}

function membersAt(lender: Json | undefined, path: string): { members: Json; required: readonly string[] } | undefined {
  let value: unknown = lender
  let around: unknown
  for (const step of path.split('/').slice(1)) {
    around = value
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    value = Array.isArray(value) || isRecord(value) ? (value as Json)[key] : undefined
  }
  if (!isRecord(value)) return undefined
  const required = isRecord(around) && path.endsWith('/properties') && Array.isArray(around.required) ? around.required : []
  return { members: value, required: required as string[] }
}

function unknownName(path: string, expected: string, found: unknown, known: readonly string[] = []): Finding {
  return { code: 'REFERENCE_UNKNOWN', path, expected, found: show(found), suggestion: suggest(String(found), known) }
}

function changed(list: readonly unknown[], change: (item: unknown, index: number) => unknown): readonly unknown[] {
  const result = list.map(change)
  return result.every((item, index) => item === list[index]) ? list : result
}
