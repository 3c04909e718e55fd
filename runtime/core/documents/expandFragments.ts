/** Puts fragments in their place: a page that names fragments -> the same page with their nodes, sources and state. Used when a page is linked and
 *  when it is sent; neither renderer nor browser knows fragments. */
import type { FragmentDocument, Node, PageDocument } from '../documents.ts'

type Find = (id: string) => FragmentDocument | undefined
/** The parts of a page that fragments add to. */
type Screen = Pick<PageDocument, 'state' | 'sources' | 'body'>

/**
 * @param find  a fragment by id; what it does not find is left out
 * @returns     the page without fragments and slots. Its own sources and state go before those of fragments with the same name.
 */
export function expandFragments<P extends Screen>(page: P, find: Find): P {
  if (namedFragments(page.body).length === 0) return page
  const fragments = [...fragmentsOf(page.body, find).values()]
  const sources = Object.assign({}, ...fragments.map((fragment) => fragment.sources), page.sources)
  const state = Object.assign({}, ...fragments.map((fragment) => fragment.state), page.state)
  return { ...page, sources, state, body: expandList(page.body, { find, within: [], slot: [] }) }
}

/** The fragments that nodes name, with those inside of them, by id. */
export function fragmentsOf(nodes: object, find: Find, found = new Map<string, FragmentDocument>()): Map<string, FragmentDocument> {
  for (const id of namedFragments(nodes)) {
    const fragment = found.has(id) ? undefined : find(id)
    if (fragment !== undefined) fragmentsOf(fragment.body, find, found.set(id, fragment))
  }
  return found
}

/** Nodes are never changed in place: what was found in them stays true. */
const foundBefore = new WeakMap<object, readonly string[]>()

/** Ids of the fragments that nodes name themselves. */
export function namedFragments(nodes: object): readonly string[] {
  const before = foundBefore.get(nodes)
  if (before !== undefined) return before
  const found: string[] = []
  collectNamed(nodes, found)
  foundBefore.set(nodes, found)
  return found
}

function collectNamed(value: unknown, found: string[]): void {
  if (typeof value !== 'object' || value === null) return
  const { node, fragment } = value as { node?: unknown; fragment?: unknown }
  if (node === 'fragment' && typeof fragment === 'string') found.push(fragment)
  for (const key in value) collectNamed(value[key as keyof typeof value], found)
}

interface Expansion {
  find: Find
  /** Fragments around: one that is in itself ends there. */
  within: readonly string[]
  /** Nodes for the slot, expanded. */
  slot: readonly Node[]
}

function expandList(nodes: readonly Node[], expansion: Expansion): Node[] {
  return nodes.flatMap((node) => expandNode(node, expansion))
}

function expandNode(node: Node, expansion: Expansion): Node[] {
  if (node.node === 'slot') return withConditions(node, expansion.slot)
  if (node.node !== 'fragment') return [expandInside(node, expansion) as Node]
  const { find, within } = expansion
  const fragment = within.includes(node.fragment) ? undefined : find(node.fragment)
  if (fragment === undefined) return []
  const slot = expandList(node.children ?? [], expansion)
  return withConditions(node, expandList(fragment.body, { find, within: [...within, node.fragment], slot }))
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
  return node === 'fragment' || node === 'slot'
}

/** A fragment that is shown to some, or at times, is one node; else its nodes stand where it stood. */
function withConditions({ id, permission, visibleWhen, fallback, span }: Node, nodes: readonly Node[]): Node[] {
  const given = Object.entries({ id, permission, visibleWhen, fallback, span }).filter(([, value]) => value !== undefined)
  return given.length === 0 ? [...nodes] : [{ node: 'section', ...Object.fromEntries(given), children: [...nodes] } as Node]
}
