/** Source text -> syntax tree: the grammar of CEL, with macros as nodes of their own. `==` binds weaker than `<`. Never evaluates. */
import { type Ast, type BinaryOperator, childrenOf, type MacroName } from './ast.ts'
import { ExpressionError } from './ExpressionError.ts'
import { namespacedFunctions } from './functions.ts'
import { LIMITS } from './limits.ts'
import { readTokens, type Token } from './readTokens.ts'

const MACROS: ReadonlyMap<string, MacroName> = new Map([
  ['all', 'all'],
  ['exists', 'exists'],
  ['exists_one', 'existsOne'],
  ['existsOne', 'existsOne'],
  ['map', 'map'],
  ['filter', 'filter'],
])

/** How strongly operators bind. */
const STRENGTH: ReadonlyMap<string, number> = new Map(
  ['||', '&&', '== !=', '< <= > >= in', '+ -', '* / %'].flatMap((row, at) => row.split(' ').map((operator) => [operator, at + 1] as const)),
)

/** Names that CEL keeps for other languages; a property may have one. */
const RESERVED = new Set(
  'as break const continue else for function if import let loop package namespace return var void while __proto__ prototype'.split(' '),
)

/**
 * Parses an expression.
 * @throws ExpressionError `EXPRESSION_SYNTAX` or `EXPRESSION_LIMIT`, with the offset
 */
export function parseExpression(source: string): Ast {
  if (source.length > LIMITS.source) throw limit(`an expression has at most ${LIMITS.source} characters, this one has ${source.length}`, 0)
  const tree = new Grammar(readTokens(source)).whole()
  assertSize(tree, 1, { nodes: 0 })
  return tree
}

function assertSize(node: Ast, depth: number, count: { nodes: number }): void {
  if (++count.nodes > LIMITS.nodes) throw limit(`an expression has at most ${LIMITS.nodes} parts`, node.start)
  if (depth > LIMITS.depth) throw limit(`an expression nests at most ${LIMITS.depth} levels`, node.start)
  for (const child of childrenOf(node)) assertSize(child, depth + 1, count)
}

class Grammar {
  private readonly tokens: readonly Token[]
  private at = 0
  private depth = 0

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  whole(): Ast {
    const tree = this.expression()
    if (this.next.kind !== 'end') throw unexpected(this.next)
    return tree
  }

  private get next(): Token {
    return this.tokens[this.at]!
  }

  /** Where the last token ended. */
  private get end(): number {
    return this.tokens[this.at - 1]!.end
  }

  private sees(mark: string): boolean {
    return this.next.kind === 'mark' && this.next.text === mark
  }

  private take(mark: string): boolean {
    if (!this.sees(mark)) return false
    this.at++
    return true
  }

  private expect(mark: string): void {
    if (!this.take(mark)) throw unexpected(this.next, `"${mark}"`)
  }

  /** Only nesting could exhaust the stack. */
  private nested(read: () => Ast): Ast {
    if (++this.depth > LIMITS.depth) throw limit(`an expression nests at most ${LIMITS.depth} levels`, this.next.start)
    const tree = read()
    this.depth--
    return tree
  }

  private expression(): Ast {
    return this.nested(() => {
      const test = this.binary(1)
      if (!this.take('?')) return test
      const yes = this.expression()
      this.expect(':')
      const no = this.expression()
      return { kind: 'conditional', test, yes, no, start: test.start, end: no.end }
    })
  }

  private binary(least: number): Ast {
    let left = this.unary()
    for (;;) {
      const { kind, text } = this.next
      const strength = (kind === 'mark' && STRENGTH.get(text)) || 0
      if (strength < least) return left
      this.at++
      const right = this.binary(strength + 1)
      left = { kind: 'binary', op: text as BinaryOperator, left, right, start: left.start, end: right.end }
    }
  }

  private unary(): Ast {
    const { start, text } = this.next
    if (!this.take('!') && !this.take('-')) return this.postfix()
    const operand = this.nested(() => this.unary())
    const { end } = operand
    if (text === '-' && operand.kind === 'literal' && typeof operand.value === 'number')
      return { ...operand, value: -operand.value, start, end }
    return { kind: 'unary', op: text as '!' | '-', operand, start, end }
  }

  private postfix(): Ast {
    let tree = this.primary()
    for (;;) {
      if (this.take('.')) tree = this.member(tree)
      else if (this.take('[')) {
        this.refuseOptional()
        const index = this.expression()
        this.expect(']')
        tree = { kind: 'index', object: tree, index, start: tree.start, end: this.end }
      } else return tree
    }
  }

  private member(object: Ast): Ast {
    this.refuseOptional()
    const { kind, text } = this.next
    if (kind !== 'name' && kind !== 'quoted') throw unexpected(this.next, 'a name')
    this.at++
    const { start } = object
    if (kind === 'quoted' || !this.take('(')) return { kind: 'member', object, property: text, start, end: this.end }
    const args = this.args()
    return methodCall(text, object, args, { start, end: this.end })
  }

  private refuseOptional(): void {
    if (this.sees('?')) throw refuse('optional access is not needed: a missing key reads as null', this.next.start)
  }

  private primary(): Ast {
    const { kind, value, start, end } = this.next
    if (kind === 'literal') {
      this.at++
      return { kind: 'literal', value, start, end }
    }
    if (kind === 'name') return this.name()
    if (this.take('(')) {
      const inner = this.expression()
      this.expect(')')
      return { ...inner, start, end: this.end }
    }
    if (this.take('[')) {
      const items = this.items(']', LIMITS.literal, () => this.expression())
      return { kind: 'list', items, start, end: this.end }
    }
    if (this.take('{')) {
      const entries = this.items('}', LIMITS.literal, () => this.entry())
      return { kind: 'map', entries, start, end: this.end }
    }
    throw unexpected(this.next, 'a value')
  }

  private name(): Ast {
    const { text, start } = this.next
    if (RESERVED.has(text)) throw refuse(`"${text}" is a reserved word and cannot be a name`, start)
    this.at++
    if (!this.take('(')) return { kind: 'ident', name: text, start, end: this.end }
    const args = this.args()
    return functionCall(text, args, { start, end: this.end })
  }

  private entry(): { key: Ast; value: Ast } {
    const key = this.expression()
    this.expect(':')
    return { key, value: this.expression() }
  }

  private args(): Ast[] {
    return this.items(')', LIMITS.arguments, () => this.expression())
  }

  /** What stands between commas, up to the closing mark; a last comma may stand before it. */
  private items<T>(close: string, max: number, read: () => T): T[] {
    const items: T[] = []
    while (!this.sees(close)) {
      if (items.length === max) throw limit(`at most ${max} values stand between two brackets`, this.next.start)
      items.push(read())
      if (!this.take(',')) break
    }
    this.expect(close)
    return items
  }
}

type Span = Pick<Ast, 'start' | 'end'>

function functionCall(name: string, args: Ast[], span: Span): Ast {
  if (name !== 'has') return { kind: 'call', name, receiver: null, args, ...span }
  const [argument] = args
  if (args.length !== 1 || argument?.kind !== 'member') throw refuse('has() takes one access to a property: has(row.name)', span.start)
  return { kind: 'has', object: argument.object, property: argument.property, ...span }
}

function methodCall(name: string, receiver: Ast, args: Ast[], span: Span): Ast {
  if (receiver.kind === 'ident') {
    const full = `${receiver.name}.${name}`
    if (full === 'cel.bind' && args.length === 3)
      return { kind: 'bind', variable: variableName(args[0]!), value: args[1]!, body: args[2]!, ...span }
    if (namespacedFunctions.has(full)) return { kind: 'call', name: full, receiver: null, args, ...span }
  }
  const macro = MACROS.get(name)
  if (!macro || !(args.length === 2 || (args.length === 3 && macro === 'map'))) return { kind: 'call', name, receiver, args, ...span }
  const filter = args.length === 3 ? args[1]! : null
  return { kind: 'macro', name: macro, target: receiver, variable: variableName(args[0]!), filter, body: args.at(-1)!, ...span }
}

function variableName(node: Ast): string {
  if (node.kind === 'ident') return node.name
  throw refuse('the first argument is the name of a variable', node.start)
}

function unexpected({ kind, text, start }: Token, wanted?: string): ExpressionError {
  const found = kind === 'end' ? 'the expression ends too early' : `unexpected "${text}"`
  return refuse(wanted ? `${found}: expected ${wanted}` : found, start)
}

function refuse(message: string, offset: number): ExpressionError {
  return new ExpressionError('EXPRESSION_SYNTAX', message, { offset })
}

function limit(message: string, offset: number): ExpressionError {
  return new ExpressionError('EXPRESSION_LIMIT', message, { offset })
}
