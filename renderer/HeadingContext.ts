/** Which heading a section draws: the page has one first-level heading, sections inside sections go one deeper. */
import { createContext, useContext } from 'react'
import type { Node } from '../runtime/core/documents.ts'

/** `main` is the node whose title names the page; `level` the heading of a section that is here. */
export const HeadingContext = createContext<{ main: Node | null; level: number; isFooter?: boolean }>({ main: null, level: 2 })

/** Below a page whose only heading is its own no level may be left out. */
export const OF_FOOTER = { main: null, level: 2, isFooter: true }

const DEEPEST = 4

/** @returns 1 for the node that names the page, else the level of its depth (2 to 4) */
export function useHeadingLevel(node: Node): 1 | 2 | 3 | 4 {
  const { main, level } = useContext(HeadingContext)
  return node === main ? 1 : (Math.min(level, DEEPEST) as 2 | 3 | 4)
}

/** Of a subtitle: of a section of the page, or of the footer, which is a part beside it. */
export function useSubtitleLevel(): 2 | 3 {
  return useContext(HeadingContext).isFooter ? 2 : 3
}

/** Where a node is in a body: its index at each depth. */
export type NodePath = readonly number[]

/** The place of the node whose title names the page: a hero, else the first section or title text in the order of reading, of those that show. */
export function mainTitlePath(body: readonly Node[], shows: (node: Node) => boolean): NodePath | null {
  return findFirst(body, isHero, shows) ?? findFirst(body, isTitle, shows)
}

/** The node at a place; null when there is none. */
export function nodeAt(body: readonly Node[], path: NodePath | null): Node | null {
  if (!path) return null
  const [index = 0, ...rest] = path
  const node = body[index]
  if (!node) return null
  return rest.length > 0 ? nodeAt(childrenOf(node), rest) : node
}

function isHero(node: Node): boolean {
  return node.node === 'section' && node.tone === 'hero' && node.title !== undefined
}

function isTitle(node: Node): boolean {
  return (node.node === 'section' && node.title !== undefined) || (node.node === 'text' && node.as === 'title')
}

function findFirst(nodes: readonly Node[], test: (node: Node) => boolean, shows: (node: Node) => boolean): NodePath | null {
  for (const [index, node] of nodes.entries()) {
    if (!shows(node)) continue
    if (test(node)) return [index]
    const inside = findFirst(childrenOf(node), test, shows)
    if (inside) return [index, ...inside]
  }
  return null
}

function childrenOf(node: Node): readonly Node[] {
  return node.node === 'section' || node.node === 'repeat' || node.node === 'columns' ? node.children : []
}

/** Of a heading inside a node that has none of its own. */
export function useInnerLevel(): 2 | 3 | 4 {
  return Math.min(useContext(HeadingContext).level, DEEPEST) as 2 | 3 | 4
}
