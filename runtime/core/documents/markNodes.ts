/** Says of each node where it stands: for the studio, which leads from a part of the page to its place in a document. Only previews and pages of
 *  `npm run dev` are marked. */
import type { Node } from '../documents.ts'
import { isRecord } from '../isRecord.ts'
import { pointer } from './failure.ts'

/** A node as a preview has it. */
export type MarkedNode = Node & {
  /** `kind:id#` and a JSON Pointer: first the fragments and parts around it, as they were named, then the node itself. */
  at?: readonly string[]
}

/** A copy whose nodes are marked. @param name `kind:id` of the document */
export function markNodes<D extends object>(document: D, name: string): D {
  return walk(document, name, '') as D
}

function walk(value: unknown, name: string, path: string): unknown {
  if (Array.isArray(value)) return value.map((item, index) => walk(item, name, `${path}/${index}`))
  if (!isRecord(value)) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, walk(member, name, pointer(path, key))]))
  return typeof value.node === 'string' ? { ...copy, at: [`${name}#${path}`] } : copy
}
