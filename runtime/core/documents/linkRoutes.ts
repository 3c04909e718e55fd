/** Routes of pages and paths of calls: each claimed once, and every address in a document leads to one. */
import { addressesOf as callAddresses } from '../callAddress.ts'
import type { PageDocument } from '../documents.ts'
import { type DocumentIndex, derived, type LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import type { Linker } from './linker.ts'
import { linkPlaces } from './linkPlaces.ts'
import { suggest } from './suggest.ts'
import type { Mark } from './validateDocument.ts'

/** Two pages with one route, two calls with one method and path. `a/:x` and `a/:y` are the same; a fixed segment before a parameter is not. Two routes with
 *  parameters that can stand for one address are refused: which page it shows would hang on the value. */
export function linkRoutes(linker: Linker): void {
  const routes: Taken = new Map()
  for (const { document, content } of linker.index.of('page')) {
    for (const [index, route] of content.routes.entries()) claim(linker, document, routes, shapeOf(route), pointer('/routes', index), route)
  }
  linkOverlaps(linker)
  const paths: Taken = new Map()
  for (const { document, content } of linker.index.of('call')) {
    for (const { method, path } of callAddresses(content)) {
      const also = content.alsoAt?.indexOf(path) ?? -1
      claim(linker, document, paths, `${method} ${shapeOf(path)}`, also < 0 ? '/path' : pointer('/alsoAt', also), `${method} ${path}`)
    }
  }
}

/** `/a/:x/:y` and `/a/:x/b`: a value `b` of `y` could never be shown. A route without parameters is one address, which goes before. */
function linkOverlaps(linker: Linker): void {
  const routes = linker.index
    .of('page')
    .flatMap(({ document, content }) =>
      content.routes.map((route, index) => ({ document, path: pointer('/routes', index), what: route, segments: route.split('/') })),
    )
    .filter(({ what }) => what.includes('/:'))
  for (const [at, one] of routes.entries()) {
    const other = routes.slice(at + 1).find((each) => each.document !== one.document && overlaps(one.segments, each.segments))
    if (other === undefined) continue
    const found = `${one.what}, and ${other.what} of ${other.document.file}`
    const suggestion = 'begin one of the two with a fixed part of its own'
    const expected = 'routes with parameters that never stand for one address'
    linker.report(one.document, { code: 'ROUTE_DUPLICATE', path: one.path, expected, found, suggestion })
  }
}

function overlaps(left: readonly string[], right: readonly string[]): boolean {
  const isSame = left.every(
    (segment, at) => isParameter(segment) === isParameter(right[at] ?? '') && (isParameter(segment) || segment === right[at]),
  )
  return (
    left.length === right.length &&
    !isSame &&
    left.every((segment, at) => isParameter(segment) || isParameter(right[at]!) || segment === right[at])
  )
}

function isParameter(segment: string): boolean {
  return segment.startsWith(':')
}

/** Shape of an address -> who has it, and where it says so. */
type Taken = Map<string, { document: LinkedDocument; path: string; what: string }>

/** Both documents are blamed: either may be the one to change. */
function claim(linker: Linker, document: LinkedDocument, taken: Taken, shape: string, path: string, what: string): void {
  const owner = taken.get(shape)
  if (owner === undefined) taken.set(shape, { document, path, what })
  else if (owner.document !== document) {
    blame(linker, { document, path, what }, owner.document)
    blame(linker, owner, document)
  }
}

function blame(
  linker: Linker,
  { document, path, what }: { document: LinkedDocument; path: string; what: string },
  other: LinkedDocument,
): void {
  linker.report(document, {
    code: document.kind === 'page' ? 'ROUTE_DUPLICATE' : 'PATH_DUPLICATE',
    path,
    expected: `an address that no other ${document.kind} has`,
    found: `${what}, also ${other.file}`,
    suggestion: 'choose another address, or remove one of the two',
  })
}

function shapeOf(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment.startsWith(':') ? ':' : segment))
    .join('/')
}

/** A `route` mark: exactly a route of a page. */
export function linkRoute(linker: Linker, document: LinkedDocument, { path, value }: Mark): void {
  if (typeof value === 'string') checkPath(linker, document, path, value)
}

/** An `address` mark: a path (with or without values), or something outside of the platform. */
export function linkAddress(linker: Linker, document: LinkedDocument, { path, value }: Mark): void {
  const inner = typeof value === 'object' && value !== null ? (value as { text?: unknown }).text : undefined
  if (typeof value === 'string') checkPath(linker, document, path, value)
  else if (typeof inner === 'string') {
    checkPath(linker, document, pointer(path, 'text'), inner)
    linkPlaces(linker, document, pointer(path, 'with'), inner, (value as { with?: unknown }).with)
  }
}

function checkPath(linker: Linker, document: LinkedDocument, path: string, address: string): void {
  if (!address.startsWith('/') || !linker.index.isWhole('page')) return
  if (isAddress(linker.index, /^[^?#]*/.exec(address)?.[0] ?? '')) return
  linker.report(document, {
    code: 'ROUTE_UNKNOWN',
    path,
    expected: 'a route of a page',
    found: `"${address}"`,
    suggestion: suggest(address, routesOf(linker.index)),
  })
}

/** The page that an address of this platform shows; undefined for one with places, and for everything outside. */
export function pageAt(linker: Linker, address: string): PageDocument | undefined {
  const wanted = (/^[^?#]*/.exec(address)?.[0] ?? '').split('/')
  if (!address.startsWith('/')) return undefined
  const found = linker.index.of('page').filter(({ content }) => content.routes.some((route) => leadsTo(wanted, route.split('/'))))
  // a page without parameters on the way goes before
  return (found.find(({ content }) => content.routes.includes(wanted.join('/'))) ?? found[0])?.content
}

/** Whether a page or a call answers to it. */
const isAddress = derived('isAddress', (index, address) => {
  const wanted = address.split('/')
  return segmentsOf(index).some((route) => leadsTo(wanted, route))
})

const known = new WeakMap<DocumentIndex, readonly (readonly string[])[]>()

/** The segments of the addresses of pages and calls. */
function segmentsOf(index: DocumentIndex): readonly (readonly string[])[] {
  const calls = () => index.of('call').flatMap(({ content: { path } }) => (path === undefined ? [] : `/${path}`))
  const segments = known.get(index) ?? [...routesOf(index), ...calls()].map((route) => route.split('/'))
  known.set(index, segments)
  return segments
}

function routesOf(index: DocumentIndex): string[] {
  return index.of('page').flatMap(({ content }) => content.routes)
}

/** A segment with a place (`{{id}}`) may be anything; so may what a parameter of the route stands for. */
function leadsTo(wanted: readonly string[], route: readonly string[]): boolean {
  if (route.at(-1) === '*' && wanted.length >= route.length - 1) return leadsTo(wanted.slice(0, route.length - 1), route.slice(0, -1))
  return (
    wanted.length === route.length &&
    route.every((segment, index) => segment.startsWith(':') || segment === wanted[index] || wanted[index]?.includes('{{'))
  )
}
