/** Puts the values given in `with` into the expressions of the nodes of a fragment or part: each given name is replaced by its value. The number and order
 *  of the nodes stay the same, so that paths stay valid. */
import type { Node, Value } from '../documents.ts'
import { type Ast, childrenOf, referencesOf } from '../expressions/ast.ts'
import { compileUnchecked } from '../expressions/compileUnchecked.ts'
import { ExpressionError } from '../expressions/ExpressionError.ts'
import { LIMITS } from '../expressions/limits.ts'
import { isRecord } from '../isRecord.ts'

/** A value that cannot replace its name in an expression. */
class CannotStand extends Error {}

/**
 * @param values  what is given, by name
 * @returns       undefined when an expression would become too long, or would read another name than the one that was meant
 */
export function giveValues(nodes: readonly Node[], values: Readonly<Record<string, Value>> | undefined): readonly Node[] | undefined {
  const sources = new Map(Object.entries(values ?? {}).map(([name, value]) => [name, sourceOf(value)]))
  if (sources.size === 0) return nodes
  try {
    return replaceIn(nodes, sources) as readonly Node[]
  } catch (error) {
    if (error instanceof CannotStand) return undefined
    throw error
  }
}

/** The value as an expression. */
function sourceOf(value: unknown): string {
  if (isCel(value)) return /^[A-Za-z_]\w*(?:\.\w+)*$/.test(value.cel) ? value.cel : `(${value.cel})`
  if (Array.isArray(value)) return `[${value.map(sourceOf).join(', ')}]`
  if (isRecord(value))
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}: ${sourceOf(item)}`)
      .join(', ')}}`
  return typeof value === 'number' && value < 0 ? `(${value})` : JSON.stringify(value ?? null)
}

function replaceIn(value: unknown, sources: ReadonlyMap<string, string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isCel(value)) return { cel: replaceNames(value.cel, sources) }
  if (Array.isArray(value)) return value.map((item) => replaceIn(item, sources))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceIn(item, sources)]))
}

function isCel(value: unknown): value is { cel: string } {
  return isRecord(value) && typeof value.cel === 'string' && Object.keys(value).length === 1
}

function replaceNames(cel: string, sources: ReadonlyMap<string, string>): string {
  const places: Replacement[] = []
  const ast = treeOf(cel)
  // what is no expression is reported where it was written
  if (ast === undefined) return cel
  collect(ast, new Set(), sources, places)
  let result = cel
  for (const { start, end, source } of places.sort((a, b) => b.start - a.start))
    result = result.slice(0, start) + source + result.slice(end)
  if (result.length > LIMITS.source) throw new CannotStand()
  return result
}

interface Replacement {
  start: number
  end: number
  source: string
}

function collect(node: Ast, bound: ReadonlySet<string>, sources: ReadonlyMap<string, string>, places: Replacement[]): void {
  if (node.kind === 'ident') {
    const source = bound.has(node.name) ? undefined : sources.get(node.name)
    if (source === undefined) return
    if (bound.size > 0 && readsBound(source, bound)) throw new CannotStand()
    places.push({ start: node.start, end: node.end, source })
  } else if (node.kind === 'macro' || node.kind === 'bind') {
    collect(node.kind === 'macro' ? node.target : node.value, bound, sources, places)
    const inner = new Set(bound).add(node.variable)
    if (node.kind === 'macro' && node.filter) collect(node.filter, inner, sources, places)
    collect(node.body, inner, sources, places)
  } else for (const child of childrenOf(node)) collect(child, bound, sources, places)
}

/** Whether the given expression reads a name that a macro around the place binds to something else. */
function readsBound(source: string, bound: ReadonlySet<string>): boolean {
  const ast = treeOf(source)
  return ast === undefined || referencesOf(ast).some(([name]) => bound.has(name as string))
}

function treeOf(cel: string): Ast | undefined {
  try {
    return compileUnchecked(cel).ast
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}
