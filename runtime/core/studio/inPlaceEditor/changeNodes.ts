/** What a person does with the nodes of a page in the studio. Nothing is changed in place; each answers the new content and the node that is chosen then. */
import { isRecord } from '../../isRecord.ts'
import { parentPath, readAt, writeAt } from '../documentPath.ts'

type Content = Record<string, unknown>
export interface ChangedNodes {
  content: Content
  /** JSON Pointer; null when nothing is chosen. */
  chosen: string | null
}

/** Moves a node among those of its list. @param to  its index afterwards */
export function moveNode(content: Content, path: string, to: number): ChangedNodes {
  const { list, nodes, index } = placeOf(content, path)
  const target = Math.max(0, Math.min(to, nodes.length - 1))
  const others = nodes.filter((_, at) => at !== index)
  const moved = [...others.slice(0, target), nodes[index], ...others.slice(target)]
  return { content: writeAt(content, list, moved), chosen: `${list}/${target}` }
}

/** Moves a node next to another one of the same list; of another list nothing moves. */
export function moveBeside(content: Content, path: string, beside: string, side: 'before' | 'after'): ChangedNodes {
  const { list, index } = placeOf(content, path)
  if (parentPath(beside) !== list) return { content, chosen: path }
  const other = placeOf(content, beside).index
  const gap = side === 'before' ? other : other + 1
  return moveNode(content, path, gap > index ? gap - 1 : gap)
}

/** Takes a node away; the one that follows is chosen then, else the one around. */
export function removeNode(content: Content, path: string): ChangedNodes {
  const { list, nodes, index } = placeOf(content, path)
  const rest = nodes.filter((_, at) => at !== index)
  const around = parentPath(list)
  const beside = rest.length > 0 ? `${list}/${Math.min(index, rest.length - 1)}` : isNode(readAt(content, around)) ? around : null
  return { content: writeAt(content, list, rest), chosen: beside }
}

/** A copy behind the node. Ids are names: the copy has none. */
export function copyNode(content: Content, path: string): ChangedNodes {
  const { list, nodes, index } = placeOf(content, path)
  const { id: _, ...copy } = nodes[index] as Content
  return insertNodes(content, [copy], { list, index: index + 1 })
}

/** A list of nodes, and how many of them stand before the place. */
export interface NodePlace {
  list: string
  index: number
}

/** Puts nodes at a place; the first of them is chosen then. */
export function insertNodes(content: Content, added: readonly unknown[], place: NodePlace): ChangedNodes {
  const nodes = (readAt(content, place.list) as unknown[] | undefined) ?? []
  const next = writeAt(content, place.list, [...nodes.slice(0, place.index), ...added, ...nodes.slice(place.index)])
  return { content: next, chosen: `${place.list}/${place.index}` }
}

/** Nodes with the parts and the state of the document that they name. */
export interface Sample {
  nodes: readonly unknown[]
  parts: Content
  state: Content
}

/** Inserts a sample under ids that are free. Parts and state of the same name stay as they are. */
export function insertSample(content: Content, { nodes, parts, state }: Sample, place: NodePlace): ChangedNodes {
  const { content: next, chosen } = insertNodes(content, withFreeIds(nodes, content), place)
  const kept = { ...(Object.keys(parts).length > 0 && { parts: { ...parts, ...(next.parts as Content) } }), ...stateOf(next, state) }
  return { content: { ...next, ...kept }, chosen }
}

function stateOf(content: Content, state: Content): Content {
  return Object.keys(state).length > 0 ? { state: { ...state, ...(content.state as Content) } } : {}
}

function withFreeIds(nodes: readonly unknown[], content: Content): readonly unknown[] {
  const taken = idsIn(content)
  const names = new Map([...idsIn(nodes)].filter((id) => taken.has(id)).map((id) => [id, freeName(id, taken)]))
  return names.size === 0 ? nodes : (renamed(nodes, names) as unknown[])
}

function freeName(id: string, taken: ReadonlySet<string>): string {
  let number = 2
  while (taken.has(`${id}${number}`)) number += 1
  return `${id}${number}`
}

function idsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found
  if (isNode(value) && typeof (value as Content).id === 'string') found.add((value as Content).id as string)
  for (const member of Object.values(value)) idsIn(member, found)
  return found
}

/** Ids of nodes are named by the steps that open and close them. */
function renamed(value: unknown, names: ReadonlyMap<string, string>, key = ''): unknown {
  if (typeof value === 'string') return ['id', 'open', 'close'].includes(key) ? (names.get(value) ?? value) : value
  if (Array.isArray(value)) return value.map((item) => renamed(item, names))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, renamed(member, names, name)]))
}

/** Behind the chosen node, or as the last of its children; without one at the end of the page. */
export function placeFor(content: Content, chosen: string | null, inside: boolean): NodePlace {
  if (chosen === null) return { list: '/body', index: ((content.body as unknown[] | undefined) ?? []).length }
  if (inside) return { list: `${chosen}/children`, index: ((readAt(content, `${chosen}/children`) as unknown[] | undefined) ?? []).length }
  const { list, index } = placeOf(content, chosen)
  return { list, index: index + 1 }
}

function placeOf(content: Content, path: string): { list: string; nodes: readonly unknown[]; index: number } {
  const list = parentPath(path)
  return { list, nodes: readAt(content, list) as unknown[], index: Number(path.slice(list.length + 1)) }
}

function isNode(value: unknown): boolean {
  return isRecord(value) && typeof value.node === 'string'
}
