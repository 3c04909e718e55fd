/** Puts fragments and parts in their place: a page that names them -> the same page with their nodes, sources and state. Used when a page is linked and
 *  when it is sent; neither renderer nor browser knows fragments. */
import type { FragmentDocument, Node, PageDocument } from '../documents.ts'
import { pointer } from './failure.ts'
import { giveValues } from './giveValues.ts'
import type { MarkedNode } from './markNodes.ts'

type Find = (id: string) => FragmentDocument | undefined
/** The parts of a page that fragments add to. */
type Screen = Pick<PageDocument, 'state' | 'sources' | 'body' | 'parts'>

/**
 * @param find  a fragment by id; what it does not find is left out
 * @returns     the page without fragments, parts and slots. Its own sources and state go before those of fragments with the same name.
 */
export function expandFragments<P extends Screen>(page: P, find: Find): P {
  if (page.parts === undefined && namedFragments(page.body).length === 0) return page
  const fragments = [...fragmentsOf(page, find).values()]
  const sources = Object.assign({}, ...fragments.map((fragment) => fragment.sources), page.sources)
  const state = Object.assign({}, ...fragments.map((fragment) => fragment.state), page.state)
  const { parts = {}, ...rest } = page
  return { ...(rest as P), sources, state, body: expandList(page.body, { find, owner: '', parts, within: [], slot: [] }) }
}

/** The fragments that a page or fragment names, with those inside of them, by id. */
export function fragmentsOf(
  { body, parts }: Pick<Screen, 'body' | 'parts'>,
  find: Find,
  found = new Map<string, FragmentDocument>(),
): Map<string, FragmentDocument> {
  for (const id of [...namedFragments(body), ...namedFragments(parts ?? {})]) {
    const fragment = found.has(id) ? undefined : find(id)
    if (fragment !== undefined) fragmentsOf(fragment, find, found.set(id, fragment))
  }
  return found
}

/** Nodes are never changed in place: what was found in them stays true. */
const foundBefore = new WeakMap<object, readonly string[]>()

/** Ids of the fragments that nodes name themselves. */
export function namedFragments(nodes: object): readonly string[] {
  const before = foundBefore.get(nodes)
  if (before !== undefined) return before
  const found = placesIn(nodes).flatMap(({ node }) => (node.node === 'fragment' ? [node.fragment] : []))
  foundBefore.set(nodes, found)
  return found
}

export type Placeholder = Extract<Node, { node: 'fragment' | 'part' }>

/** The nodes of fragments and parts inside of a value, each as often as it is there. @returns them with their JSON Pointers */
export function placesIn(value: unknown, path = ''): { node: Placeholder; path: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const { node, fragment, part } = value as { node?: unknown; fragment?: unknown; part?: unknown }
  const isPlace = (node === 'fragment' && typeof fragment === 'string') || (node === 'part' && typeof part === 'string')
  const own = isPlace ? [{ node: value as Placeholder, path }] : []
  return [...own, ...Object.entries(value).flatMap(([key, member]) => placesIn(member, pointer(path, key)))]
}

interface Expansion {
  find: Find
  /** Of the document that the nodes stand in: id of the fragment, '' of the page. */
  owner: string
  parts: Readonly<Record<string, readonly Node[]>>
  /** Fragments and parts around: one that is in itself ends there. */
  within: readonly string[]
  /** Nodes for the slot, expanded. */
  slot: readonly Node[]
}

function expandList(nodes: readonly Node[], expansion: Expansion): Node[] {
  return nodes.flatMap((node) => expandNode(node, expansion))
}

function expandNode(node: Node, expansion: Expansion): Node[] {
  if (node.node === 'slot') return withConditions(node, expansion.slot)
  if (node.node !== 'fragment' && node.node !== 'part') return [expandInside(node, expansion) as Node]
  const inner = node.node === 'part' ? insidePart(node.part, expansion) : insideFragment(node.fragment, expansion)
  const body = inner && giveValues(inner.body, node.with)
  if (inner === undefined || body === undefined) return []
  const slot = expandList(node.children ?? [], expansion)
  return withConditions(node, markedBy(node, expandList(body, { ...inner.expansion, slot })))
}

/** In a preview: what was put into a place also stands where the place stood. */
function markedBy({ at }: MarkedNode, nodes: readonly MarkedNode[]): readonly Node[] {
  return at === undefined ? nodes : nodes.map((node) => ({ ...node, at: [...at, ...(node.at ?? [])] }))
}

type Inside = { body: readonly Node[]; expansion: Expansion } | undefined

function insideFragment(id: string, expansion: Expansion): Inside {
  const fragment = expansion.within.includes(id) ? undefined : expansion.find(id)
  if (fragment === undefined) return undefined
  const { body, parts = {} } = fragment
  return { body, expansion: { ...expansion, owner: id, parts, within: [...expansion.within, id] } }
}

function insidePart(name: string, expansion: Expansion): Inside {
  const key = `${expansion.owner}#${name}`
  const body = expansion.within.includes(key) || !Object.hasOwn(expansion.parts, name) ? undefined : expansion.parts[name]
  return body && { body, expansion: { ...expansion, within: [...expansion.within, key] } }
}

/** Lists of nodes are under several keys of a node, and deeper (tabs). */
function expandInside(value: unknown, expansion: Expansion): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    if (value.some(isPlaceholder)) return expandList(value as Node[], expansion)
    return value.map((item) => expandInside(item, expansion))
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expandInside(member, expansion)]))
}

function isPlaceholder(value: unknown): boolean {
  const node = (value as { node?: unknown } | null)?.node
  return node === 'fragment' || node === 'part' || node === 'slot'
}

/** A fragment that is shown to some, or at times, is one node; else its nodes stand where it stood. */
function withConditions({ id, permission, visibleWhen, fallback, span }: Node, nodes: readonly Node[]): Node[] {
  const given = Object.entries({ id, permission, visibleWhen, fallback, span }).filter(([, value]) => value !== undefined)
  return given.length === 0 ? [...nodes] : [{ node: 'section', ...Object.fromEntries(given), children: [...nodes] } as Node]
}
