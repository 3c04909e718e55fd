/** `let` of a page or fragment: `{ "at": "=coalesce(query.previewAt, now)" }` names a value. Each expression of the document that reads the name gets the value in
 *  its place, so that sources still wait for what the value reads. */
import { type Finding, pointer, show } from '../documents/failure.ts'
import { findCycle } from '../documents/findCycle.ts'
import { giveValues } from '../documents/giveValues.ts'
import type { Node, Value } from '../documents.ts'
import { referencesOf } from '../expressions/ast.ts'
import { parsedOrNone } from '../expressions/parsedOrNone.ts'
import { isRecord } from '../isRecord.ts'
import type { Json } from '../language/shortForm.ts'

/** What expressions of a screen see anyway. */
const TAKEN = ['path', 'query', 'route', 'session', 'app', 'lang', 'now', 'state', 'row', 'item', 'input', 'result', 'error']

/** @param content a page or fragment in the long form. @returns the same object where it names no values */
export function fillLet(content: Json): { content: Json; findings: Finding[] } {
  if (!isRecord(content.let)) return { content, findings: [] }
  const { let: named, ...rest } = content
  const values = named as Record<string, Value>
  const names = Object.keys(values)
  const reads = new Map(names.map((name) => [name, new Set(namesIn(values[name]).filter((one) => names.includes(one)))]))
  const findings = [...namesTaken(content, names), ...unread(rest, names, reads)]
  const cycle = findCycle(reads)
  if (cycle !== undefined) return { content: rest, findings: [...findings, circle(cycle)] }
  const resolved = resolve(values, reads)
  const given = resolved && (giveValues([rest as unknown as Node], resolved)?.[0] as Json | undefined)
  if (resolved === undefined || given === undefined) return { content: rest, findings: [...findings, TOO_LONG] }
  return { content: { ...given, let: resolved }, findings }
}

/** The values with the other named values in their places; undefined where one would be too long. */
function resolve(
  values: Readonly<Record<string, Value>>,
  reads: ReadonlyMap<string, ReadonlySet<string>>,
): Record<string, Value> | undefined {
  const resolved: Record<string, Value> = {}
  const open = new Set(Object.keys(values))
  while (open.size > 0) {
    for (const name of [...open].filter((one) => [...(reads.get(one) ?? [])].every((other) => !open.has(other)))) {
      const given = giveValues([{ value: values[name] } as unknown as Node], resolved)
      if (given === undefined) return undefined
      resolved[name] = (given[0] as unknown as { value: Value }).value
      open.delete(name)
    }
  }
  return Object.fromEntries(Object.keys(values).map((name) => [name, resolved[name] as Value]))
}

function namesTaken({ sources, parameters }: Json, names: readonly string[]): Finding[] {
  const known = [...TAKEN, ...(isRecord(sources) ? Object.keys(sources) : []), ...(Array.isArray(parameters) ? parameters : [])]
  return names
    .filter((name) => known.includes(name))
    .map((name) => ({
      code: 'VALUE',
      path: pointer('/let', name),
      expected: 'a name that expressions do not see anyway',
      found: show(name),
      suggestion: 'choose another name',
    }))
}

function unread(rest: Json, names: readonly string[], reads: ReadonlyMap<string, ReadonlySet<string>>): Finding[] {
  const read = new Set([...namesIn(rest), ...[...reads.values()].flatMap((others) => [...others])])
  return names
    .filter((name) => !read.has(name))
    .map((name) => ({
      code: 'VALUE',
      path: pointer('/let', name),
      expected: 'a name that an expression of this document reads',
      found: 'no one reads it',
      suggestion: 'remove it',
    }))
}

function circle(cycle: readonly string[]): Finding {
  const expected = 'values that do not name each other in a circle'
  const suggestion = 'let one of them do without the others'
  return { code: 'CYCLE', path: pointer('/let', cycle[0] as string), expected, found: cycle.join(' -> '), suggestion }
}

const TOO_LONG: Finding = {
  code: 'VALUE',
  path: '/let',
  expected: 'values that expressions have room for',
  found: 'an expression that becomes too long, or binds a name that the value reads',
  suggestion: 'shorten the values, or rename the variable',
}

/** Names that the expressions inside a value read. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { cel } = value as { cel?: unknown }
  if (typeof cel !== 'string') return Object.values(value).flatMap(namesIn)
  const ast = parsedOrNone(cel)
  return ast ? referencesOf(ast).map(([name]) => name as string) : []
}
