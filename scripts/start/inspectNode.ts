/** Development: what a part of a screen is made of - its node, the documents and lines it stands in, its sources, calls and rights. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LinkedDocument } from '../../runtime/core/documents/documentIndex.ts'
import { readDocuments } from '../../runtime/core/documents/readDocuments.ts'
import type { CallDocument, Kind, PageDocument } from '../../runtime/core/documents.ts'
import { parse } from '../../runtime/core/expressions/compileUnchecked.ts'
import type { InspectedCall, InspectedNode, InspectedPlace } from '../../runtime/core/inspected.ts'
import { isRecord } from '../../runtime/core/isRecord.ts'
import { pathOfName } from '../../runtime/core/namePath.ts'
import type { Platform, RawDocument } from '../../runtime/core/platform.ts'
import { pathSteps } from '../../runtime/core/studio/documentPath.ts'
import { collect } from '../../runtime/server/screens/collect.ts'
import { placeInText } from './placeInText.ts'

/** @param at  of a marked node: `kind:id#pointer`, outermost first  @returns null where there is no such node any more */
export function inspectNode(platform: Platform, files: Files, at: readonly string[]): InspectedNode | null {
  const named = at.map(readPlace)
  const [outermost] = named
  const own = named.at(-1)
  if (!own || outermost?.kind !== 'page') return null
  const page = platform.documents.page.get(outermost.id)
  const node = valueAt(platform.documents[own.kind].get(own.id), own.path)
  if (!page || !isRecord(node) || typeof node.node !== 'string') return null
  const { id, permission, visibleWhen } = node
  const shown = withoutNodes(node)
  const sources = sourcesOf(platform, page, named, shown)
  // nothing is left out: a developer sees what only some people on the page may see
  const codes = new Set(platform.get('enum', platform.app.permissions).values.map(({ code }) => String(code)))
  const screen = collect([shown, ...sources.map(([, source]) => source)], platform, codes)
  const finder = placesIn(files)
  const keyed = (kind: Kind, found: object) => Object.keys(found).map((each) => finder(kind, each))
  return {
    node: node.node,
    id: typeof id === 'string' ? id : null,
    permission: permission === undefined ? null : textOf(permission),
    visibleWhen: visibleWhen === undefined ? null : textOf(visibleWhen),
    places: named.map(({ kind, id: name, path }) => finder(kind, name, path)),
    access: textOf(page.access),
    calls: Object.keys(screen.calls).map((call) => ({ ...finder('call', call), ...factsOf(platform.get('call', call), files, sources) })),
    documents: [
      ...keyed('table', screen.tables),
      ...keyed('form', screen.forms),
      ...keyed('action', screen.actions),
      ...keyed('enum', screen.enums),
    ],
  }
}

/** The documents as they are written. */
export interface Files {
  /** Folder of the project. */
  project: string
  raws: readonly RawDocument[]
}

type Source = readonly [name: string, source: unknown]

/** Sources of the page, and of the fragments around, that a node reads by name or holds itself. */
function sourcesOf(platform: Platform, page: PageDocument, named: readonly Named[], node: unknown): Source[] {
  const around = named.flatMap(({ kind, id }) => (kind === 'fragment' ? [platform.documents.fragment.get(id)?.sources] : []))
  const known: Record<string, unknown> = Object.assign({}, ...around, page.sources)
  return [...namesRead(node)].flatMap((name): Source[] => (Object.hasOwn(known, name) ? [[name, known[name]]] : []))
}

function namesRead(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) namesRead(item, found)
  else if (isRecord(value)) {
    for (const member of Object.values(value)) namesRead(member, found)
    if (typeof value.cel === 'string') for (const [root] of parse(value.cel).references) if (root) found.add(root)
  } else if (typeof value === 'string') for (const [, name] of value.matchAll(NAMED_IN_TEXT)) found.add(name!)
  return found
}

/** `{{ list.total }}` in a text. */
const NAMED_IN_TEXT = /\{\{?\s*([a-zA-Z]\w*)/g

function factsOf(call: CallDocument, { project }: Files, sources: readonly Source[]): Omit<InspectedCall, keyof InspectedPlace> {
  const handler = call.handler ? `plugins/${pathOfName(call.handler)}.handler.ts` : null
  return {
    address: [call.method, call.path].filter(Boolean).join(' '),
    access: textOf(call.access),
    code: handler && existsSync(join(project, handler)) ? handler : null,
    sources: sources.filter(([, source]) => isRecord(source) && source.call === call.id).map(([name]) => name),
  }
}

interface Named {
  kind: Kind
  id: string
  path: string
}

function readPlace(place: string): Named {
  const hash = place.indexOf('#')
  const [kind = '', id = ''] = place.slice(0, hash).split(':')
  return { kind: kind as Kind, id, path: place.slice(hash + 1) }
}

function valueAt(document: unknown, path: string): unknown {
  return pathSteps(path).reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], document)
}

/** What a node says itself, without the nodes in it. */
function withoutNodes(value: unknown, isInner = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutNodes(item, true)).filter((item) => item !== undefined)
  if (!isRecord(value)) return value
  if (isInner && typeof value.node === 'string') return undefined
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutNodes(member, true)]))
}

const readBefore = new WeakMap<readonly RawDocument[], ReadonlyMap<string, LinkedDocument>>()

function documentsOf(raws: readonly RawDocument[]): ReadonlyMap<string, LinkedDocument> {
  const known = readBefore.get(raws)
  if (known) return known
  const documents = new Map(readDocuments(raws).documents.map((document) => [`${document.kind} ${document.id}`, document]))
  readBefore.set(raws, documents)
  return documents
}

function placesIn({ project, raws }: Files): (kind: Kind, id: string, path?: string) => InspectedPlace {
  const documents = documentsOf(raws)
  return (kind, id, path = '') => {
    const document = documents.get(`${kind} ${id}`)
    const full = document && join(project, document.file)
    if (!document || !full || !existsSync(full)) return { kind, id, path, file: null, line: 1, column: 1 }
    const written = document.places?.tell(path) ?? path
    return { kind, id, path: written, file: document.file, ...placeInText(readFileSync(full, 'utf8'), written) }
  }
}

function textOf(value: unknown): string {
  if (isRecord(value) && typeof value.cel === 'string') return value.cel
  return typeof value === 'string' ? value : JSON.stringify(value)
}
