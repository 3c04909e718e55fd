/** The syntax tree of an expression: our own, stable, plain data. Made by `parseExpression`; read by the type checker, the evaluator and the SQL compiler.
 *  `start` and `end` are offsets into the source. */

export type BinaryOperator = '&&' | '||' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+' | '-' | '*' | '/' | '%'
export type UnaryOperator = '!' | '-'
export type MacroName = 'all' | 'exists' | 'existsOne' | 'map' | 'filter'

interface Span {
  readonly start: number
  readonly end: number
}
export type LiteralNode = Span & { readonly kind: 'literal'; readonly value: null | boolean | number | string | Uint8Array }
/** A name: from the scope, or bound by an enclosing macro. */
export type IdentNode = Span & { readonly kind: 'ident'; readonly name: string }
/** `object.property` */
export type MemberNode = Span & { readonly kind: 'member'; readonly object: Ast; readonly property: string }
/** `object[index]` */
export type IndexNode = Span & { readonly kind: 'index'; readonly object: Ast; readonly index: Ast }
/** `name(args)`, `receiver.name(args)`; functions of a namespace have the dot in their name: `math.greatest(args)`. */
export type CallNode = Span & { readonly kind: 'call'; readonly name: string; readonly receiver: Ast | null; readonly args: readonly Ast[] }
export type UnaryNode = Span & { readonly kind: 'unary'; readonly op: UnaryOperator; readonly operand: Ast }
export type BinaryNode = Span & { readonly kind: 'binary'; readonly op: BinaryOperator; readonly left: Ast; readonly right: Ast }
/** `test ? yes : no` */
export type ConditionalNode = Span & { readonly kind: 'conditional'; readonly test: Ast; readonly yes: Ast; readonly no: Ast }
export type ListNode = Span & { readonly kind: 'list'; readonly items: readonly Ast[] }
export type MapNode = Span & { readonly kind: 'map'; readonly entries: readonly { readonly key: Ast; readonly value: Ast }[] }
/** `has(object.property)`: the property is there and not null. */
export type HasNode = Span & { readonly kind: 'has'; readonly object: Ast; readonly property: string }
/** `target.all(variable, body)`; `filter` only for `map` with three arguments. */
export type MacroNode = Span & {
  readonly kind: 'macro'
  readonly name: MacroName
  readonly target: Ast
  readonly variable: string
  readonly filter: Ast | null
  readonly body: Ast
}
/** `cel.bind(variable, value, body)` */
export type BindNode = Span & { readonly kind: 'bind'; readonly variable: string; readonly value: Ast; readonly body: Ast }

export type Ast =
  | LiteralNode
  | IdentNode
  | MemberNode
  | IndexNode
  | CallNode
  | UnaryNode
  | BinaryNode
  | ConditionalNode
  | ListNode
  | MapNode
  | HasNode
  | MacroNode
  | BindNode

/** The direct children of a node, in source order. */
export function childrenOf(node: Ast): readonly Ast[] {
  switch (node.kind) {
    case 'literal':
    case 'ident':
      return []
    case 'member':
    case 'has':
      return [node.object]
    case 'index':
      return [node.object, node.index]
    case 'call':
      return node.receiver ? [node.receiver, ...node.args] : node.args
    case 'unary':
      return [node.operand]
    case 'binary':
      return [node.left, node.right]
    case 'conditional':
      return [node.test, node.yes, node.no]
    case 'list':
      return node.items
    case 'map':
      return node.entries.flatMap((entry) => [entry.key, entry.value])
    case 'macro':
      return node.filter ? [node.target, node.filter, node.body] : [node.target, node.body]
    case 'bind':
      return [node.value, node.body]
  }
}

/** A text that is written out. */
export function isTextLiteral(node: Ast | undefined): node is Extract<Ast, { kind: 'literal' }> & { value: string } {
  return node?.kind === 'literal' && typeof node.value === 'string'
}

/** Calls `visit` on a node and on everything below it, parents first. */
export function walk(node: Ast, visit: (node: Ast) => void): void {
  visit(node)
  for (const child of childrenOf(node)) walk(child, visit)
}

/**
 * Paths that the expression reads from its scope, without doubles: `row.status == input.to` reads `['row','status']` and `['input','to']`.
 * Names bound by a macro are not in them; a path ends where the access is computed (`rows[i].x` reads `['rows']` and `['i']`).
 */
export function referencesOf(root: Ast): readonly string[][] {
  const found = new Map<string, string[]>()
  collect(root, new Set(), (path) => found.set(path.join('\u0000'), path))
  return [...found.values()]
}

function collect(node: Ast, bound: ReadonlySet<string>, add: (path: string[]) => void): void {
  const path = pathOf(node)
  if (path) {
    if (!bound.has(path[0]!)) add(path)
    return
  }
  if (node.kind === 'macro' || node.kind === 'bind') {
    collect(node.kind === 'macro' ? node.target : node.value, bound, add)
    const inner = new Set(bound).add(node.variable)
    if (node.kind === 'macro' && node.filter) collect(node.filter, inner, add)
    collect(node.body, inner, add)
    return
  }
  for (const child of childrenOf(node)) collect(child, bound, add)
}

/** `a.b["c"]` -> `['a','b','c']`; null for anything computed. */
export function pathOf(node: Ast): string[] | null {
  if (node.kind === 'ident') return [node.name]
  if (node.kind === 'member' || node.kind === 'has') {
    const base = pathOf(node.object)
    return base && [...base, node.property]
  }
  if (node.kind === 'index' && node.index.kind === 'literal' && typeof node.index.value === 'string') {
    const base = pathOf(node.object)
    return base && [...base, node.index.value]
  }
  return null
}
