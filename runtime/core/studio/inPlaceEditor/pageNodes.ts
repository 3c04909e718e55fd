/** The nodes of a page or fragment, as the tree of the studio lists them. */
import { pointer } from '../../documents/failure.ts'
import { isRecord } from '../../isRecord.ts'

export interface PageNode {
  /** JSON Pointer in the document. */
  path: string
  node: string
  content: Readonly<Record<string, unknown>>
  /** Nodes around it. */
  depth: number
  /** The list of nodes it stands in: pointer, and its place there. */
  list: string
  index: number
  /** How many nodes the list has. */
  count: number
  /** Name of the part of the document that it begins; empty for what follows, and for the body. */
  part: string
}

/** All nodes in the order of the document: those of the body, then those of each part. */
export function pageNodes(content: Readonly<Record<string, unknown>>): PageNode[] {
  const parts = isRecord(content.parts) ? content.parts : {}
  return [
    ...nodesIn(content.body, '/body', 0, ''),
    ...Object.entries(parts).flatMap(([name, nodes]) => nodesIn(nodes, pointer('/parts', name), 0, name)),
  ]
}

/** The key of a node under which others stand; undefined for one that holds none. */
export function holdsNodes({ content, node }: PageNode): boolean {
  return Array.isArray(content.children) || ['section', 'card', 'grid', 'columns', 'repeat', 'dialog', 'drawer'].includes(node)
}

function nodesIn(value: unknown, path: string, depth: number, part: string): PageNode[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => nodesAt(value, item, { path, index, depth, part: index === 0 ? part : '' }))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, member]) => nodesIn(member, pointer(path, key), depth, part))
}

interface Place {
  path: string
  index: number
  depth: number
  part: string
}

function nodesAt(list: readonly unknown[], item: unknown, { path, index, depth, part }: Place): PageNode[] {
  const own = `${path}/${index}`
  if (!isRecord(item) || typeof item.node !== 'string') return nodesIn(item, own, depth, '')
  const node: PageNode = { path: own, node: item.node, content: item, depth, list: path, index, count: list.length, part }
  return [node, ...Object.entries(item).flatMap(([key, member]) => nodesIn(member, pointer(own, key), depth + 1, ''))]
}
