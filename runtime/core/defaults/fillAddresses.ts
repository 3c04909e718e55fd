/** Addresses by page: `address('notes.show', {'id': row.id})` gets the route of the page in place of its id, so that no one needs the page to make it. */
import { type Finding, pointer, show } from '../documents/failure.ts'
import { suggest } from '../documents/suggest.ts'
import { type Ast, childrenOf, isTextLiteral } from '../expressions/ast.ts'
import { parsedOrNone } from '../expressions/parsedOrNone.ts'
import { isRecord } from '../isRecord.ts'
import type { Json } from '../language/shortForm.ts'

const MARK = 'address('
const PARAMETER = /:(\w+)/g

/** Ids of pages -> their routes. */
export type Routes = ReadonlyMap<string, readonly string[]>

export interface Addressed {
  /** The same object where no expression names a page. */
  content: Json
  findings: Finding[]
  /** The pages that expressions name, with their routes. */
  named: Map<string, readonly string[] | undefined>
}

/** @param routes undefined for a document looked at by itself: nothing is known of pages then */
export function fillAddresses(content: Json, routes: Routes | undefined): Addressed {
  const findings: Finding[] = []
  const named: Addressed['named'] = new Map()
  const filled = routes === undefined ? content : (visit(content, '') as Json)
  return { content: filled, findings, named }

  function visit(value: unknown, path: string): unknown {
    if (Array.isArray(value)) return changed(value, (item, index) => visit(item, pointer(path, index)))
    if (!isRecord(value)) return value
    let result: Json = value
    for (const [key, item] of Object.entries(value)) {
      const here = pointer(path, key)
      const next = key === 'cel' && typeof item === 'string' ? withRoutes(item, here) : visit(item, here)
      if (next === item) continue
      if (result === value) result = { ...value }
      result[key] = next
    }
    return result
  }

  function withRoutes(cel: string, path: string): string {
    if (!cel.includes(MARK) || routes === undefined) return cel
    const ast = parsedOrNone(cel)
    const places = ast === undefined ? [] : addressesIn(ast).flatMap((call) => placeOf(call, { routes, named }, path, findings))
    return places
      .sort((a, b) => b.start - a.start)
      .reduce((text, { start, end, text: own }) => text.slice(0, start) + own + text.slice(end), cel)
  }
}

interface Place {
  start: number
  end: number
  text: string
}

type Call = Extract<Ast, { kind: 'call' }>

/** What of a call is replaced: the id of the page by its route. */
function placeOf(
  { args }: Call,
  { routes, named }: { routes: Routes; named: Addressed['named'] },
  path: string,
  findings: Finding[],
): Place[] {
  const [page, values, wanted] = args
  if (!isTextLiteral(page)) {
    findings.push({ ...NO_PAGE, path, found: page?.kind ?? 'nothing' })
    return []
  }
  if (page.value.startsWith('/')) return []
  const known = routes.get(page.value)
  named.set(page.value, known)
  if (known === undefined) {
    const suggestion = suggest(page.value, [...routes.keys()])
    findings.push({ code: 'REFERENCE_UNKNOWN', path, expected: 'the id of a page', found: show(page.value), suggestion })
    return []
  }
  const route = isTextLiteral(wanted) ? wanted.value : (known[0] ?? '')
  if (!known.includes(route)) {
    findings.push({
      code: 'ROUTE_UNKNOWN',
      path,
      expected: `a route of ${page.value}`,
      found: show(route),
      suggestion: suggest(route, known),
    })
    return []
  }
  findings.push(...missingOf(route, values).map((name) => missing(page.value, route, name, path)))
  return [{ start: page.start, end: page.end, text: `'${route}'` }]
}

/** Parameters of a route that an object does not give; of what is no object nothing is known. */
function missingOf(route: string, values: Ast | undefined): string[] {
  if (values?.kind !== 'map') return []
  const given = values.entries.map(({ key }) => (isTextLiteral(key) ? key.value : ''))
  return [...route.matchAll(PARAMETER)].map(([, name]) => name as string).filter((name) => !given.includes(name))
}

function missing(page: string, route: string, name: string, path: string): Finding {
  const expected = `"${name}", a parameter of ${route}, the route of ${page}`
  return { code: 'PARAMETER_MISSING', path, expected, found: 'nothing', suggestion: `add "${name}" to with` }
}

const NO_PAGE = {
  code: 'VALUE',
  expected: 'the id of a page in quotes, as first argument of address()',
  suggestion: 'write the page itself, and use cases for several pages',
} as const

function addressesIn(ast: Ast): Call[] {
  const inner = childrenOf(ast).flatMap(addressesIn)
  return ast.kind === 'call' && ast.name === 'address' && ast.receiver === null ? [ast, ...inner] : inner
}

function changed(list: readonly unknown[], change: (item: unknown, index: number) => unknown): readonly unknown[] {
  const result = list.map(change)
  return result.every((item, index) => item === list[index]) ? list : result
}
