/** Parsed markup -> the part of it that formatted text may be made of (`allowList.ts`). Knows no parser: the browser submits its own tree, the server
 *  that of a parser that follows the same standard, so both see the same elements. */
import { ALLOWED, DEEPEST, DROPPED, NEEDED, RENAMED } from './allowList.ts'

/** A node as a parser gives it. */
export type MarkupNode =
  | { text: string }
  | { name: string; isHtml: boolean; attribute(name: string): string | null; children(): Iterable<MarkupNode> }

/** Text, or an element of the allow-list. */
export type CleanNode = string | CleanElement
export interface CleanElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: readonly CleanNode[]
}

/** @param nodes of a text that a person wrote; may be anything */
export function cleanMarkup(nodes: Iterable<MarkupNode>): CleanNode[] {
  return cleanAll(nodes, 0)
}

function cleanAll(nodes: Iterable<MarkupNode>, depth: number): CleanNode[] {
  return depth > DEEPEST ? [] : [...nodes].flatMap((node) => ('text' in node ? [node.text] : cleanElement(node, depth + 1)))
}

function cleanElement(node: Exclude<MarkupNode, { text: string }>, depth: number): CleanNode[] {
  if (!node.isHtml || DROPPED.has(node.name)) return []
  const name = Object.hasOwn(RENAMED, node.name) ? RENAMED[node.name]! : node.name
  const rules = ALLOWED.get(name)
  if (!rules) return cleanAll(node.children(), depth)
  const attributes = Object.fromEntries(
    Object.entries(rules).flatMap(([attribute, rule]) => {
      const value = node.attribute(attribute)
      const kept = value === null ? null : rule(value)
      return kept === null ? [] : [[attribute, kept]]
    }),
  )
  const needed = NEEDED[name]
  if (needed !== undefined && !Object.hasOwn(attributes, needed)) return cleanAll(node.children(), depth)
  return [{ name, attributes, children: cleanAll(node.children(), depth) }]
}

/** Whether anything would be seen. */
export function isBlank(nodes: readonly CleanNode[]): boolean {
  return nodes.every((node) => (typeof node === 'string' ? node.trim() === '' : !isSeen(node) && isBlank(node.children)))
}

function isSeen({ name, attributes }: CleanElement): boolean {
  return name === 'img' || name === 'hr' || attributes['data-live'] !== undefined
}
