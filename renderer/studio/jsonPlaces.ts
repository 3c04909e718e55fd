/** Between places in a JSON text and paths in the value: both ways, also while the text is not whole yet. */
import type { SyntaxNode, Tree } from '@lezer/common'
import { pathSteps } from '../../runtime/core/studio/documentPath.ts'

export interface PlacedText {
  path: string[]
  what: 'key' | 'value'
  /** The cursor is inside of quotes. */
  isQuoted: boolean
}

/** The range of the value that a JSON Pointer names, or of the nearest one around it that is there. */
export function placeOfPath(text: string, tree: Tree, path: string): { from: number; to: number } | null {
  let node = tree.topNode.firstChild
  for (const step of pathSteps(path)) {
    const next: SyntaxNode | null = node && childOf(text, node, step)
    if (!next) break
    node = next
  }
  return node && { from: node.from, to: node.to }
}

function childOf(text: string, node: SyntaxNode, step: string): SyntaxNode | null {
  if (node.name === 'Object') {
    const property = node.getChildren('Property').find((each) => keyOf(text, each) === step)
    return property?.lastChild ?? null
  }
  if (node.name !== 'Array') return null
  const items: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (!'[],'.includes(child.name) && !child.type.isError) items.push(child)
  return items[Number(step)] ?? null
}

/** Where a position stands: the path of the object whose key is being written, or of the value. Null outside of any. */
export function pathAt(text: string, tree: Tree, position: number): PlacedText | null {
  const start = tree.resolveInner(position, -1)
  const isQuoted = start.name === 'String' || start.name === 'PropertyName'
  const isValue = start.name !== 'PropertyName' && isBehindColon(text, start, position)
  const path = stepsOf(text, start, isValue)
  return path && { path, what: isValue ? 'value' : 'key', isQuoted }
}

function isBehindColon(text: string, node: SyntaxNode, position: number): boolean {
  if (node.name === 'Object') return false
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    if (at.name === 'Property') return text.slice(at.from, position).includes(':')
    if (at.name === 'Object') return false
    if (at.name === 'Array') return true
  }
  return false
}

function stepsOf(text: string, start: SyntaxNode, isValue: boolean): string[] | null {
  const steps: string[] = []
  let isFirst = true
  for (let at: SyntaxNode | null = start; at; at = at.parent) {
    if (at.name === 'Property') {
      // the key that is being written is none yet
      if (!isFirst || isValue) steps.unshift(keyOf(text, at))
      isFirst = false
    } else if (at.name === 'Object') isFirst = false
    else if (at.parent?.name === 'Array') {
      steps.unshift(String(indexIn(at)))
      isFirst = false
    }
  }
  return steps
}

function indexIn(node: SyntaxNode): number {
  let index = 0
  for (let at = node.prevSibling; at; at = at.prevSibling) if (at.name === ',') index += 1
  if (index > 0) return index
  for (let at = node.prevSibling; at; at = at.prevSibling) if (!'[],'.includes(at.name)) index += 1
  return index
}

function keyOf(text: string, property: SyntaxNode): string {
  const name = property.getChild('PropertyName')
  if (!name) return ''
  try {
    return JSON.parse(text.slice(name.from, name.to)) as string
  } catch {
    return ''
  }
}
