/** Source text -> our tree. cel-js reads the grammar (literals, escapes, precedence, its structural limits); its tree is copied into ours, so that
 *  nothing else in the project depends on it. Macros become nodes of their own. Never evaluates. */
import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js'
import type { Ast, BinaryOperator, MacroName } from './ast.ts'
import { ExpressionError } from './ExpressionError.ts'
import { namespacedFunctions } from './functions.ts'
import { LIMITS } from './limits.ts'

const grammar = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  limits: { maxAstNodes: LIMITS.nodes * 4, maxDepth: LIMITS.depth, maxListElements: LIMITS.literal, maxMapEntries: LIMITS.literal },
})

const MACROS: Readonly<Record<string, MacroName>> = {
  all: 'all',
  exists: 'exists',
  exists_one: 'existsOne',
  existsOne: 'existsOne',
  map: 'map',
  filter: 'filter',
}

/**
 * Parses an expression.
 * @throws ExpressionError `EXPRESSION_SYNTAX` or `EXPRESSION_LIMIT`, with the offset
 */
export function parseExpression(source: string): Ast {
  if (source.length > LIMITS.source)
    throw new ExpressionError('EXPRESSION_LIMIT', `an expression has at most ${LIMITS.source} characters, this one has ${source.length}`)
  return new TreeCopy().copy(readGrammar(source), 1)
}

function readGrammar(source: string): ASTNode {
  try {
    return grammar.parse(source).ast
  } catch (error) {
    throw syntaxError(error)
  }
}

function syntaxError(error: unknown): ExpressionError {
  if (error instanceof ParseError) {
    const place = { offset: error.range?.start ?? 0 }
    if (error.code === 'limit_exceeded') return new ExpressionError('EXPRESSION_LIMIT', error.summary, place)
    return new ExpressionError('EXPRESSION_SYNTAX', error.summary, place)
  }
  // The stack: only nesting can exhaust it.
  if (error instanceof RangeError) return new ExpressionError('EXPRESSION_LIMIT', 'the expression is nested too deeply')
  return new ExpressionError('EXPRESSION_SYNTAX', error instanceof Error ? error.message : String(error))
}

class TreeCopy {
  private nodes = 0

  copy(node: ASTNode, depth: number): Ast {
    const { start, end } = node
    if (++this.nodes > LIMITS.nodes)
      throw new ExpressionError('EXPRESSION_LIMIT', `an expression has at most ${LIMITS.nodes} parts`, { offset: start })
    if (depth > LIMITS.depth)
      throw new ExpressionError('EXPRESSION_LIMIT', `an expression nests at most ${LIMITS.depth} levels`, { offset: start })
    const below = (child: ASTNode) => this.copy(child, depth + 1)
    switch (node.op) {
      case 'value':
        return { kind: 'literal', value: literal(node.args, start), start, end }
      case 'id':
        return { kind: 'ident', name: node.args, start, end }
      case '.':
        return { kind: 'member', object: below(node.args[0]), property: node.args[1], start, end }
      case '[]':
        return { kind: 'index', object: below(node.args[0]), index: below(node.args[1]), start, end }
      case '!_':
        return { kind: 'unary', op: '!', operand: below(node.args), start, end }
      case '-_':
        return this.negation(node.args, depth, start, end)
      case '?:':
        return { kind: 'conditional', test: below(node.args[0]), yes: below(node.args[1]), no: below(node.args[2]), start, end }
      case 'list':
        return { kind: 'list', items: node.args.map(below), start, end }
      case 'map':
        return { kind: 'map', entries: node.args.map(([key, value]) => ({ key: below(key), value: below(value) })), start, end }
      case 'call':
        return this.call(node.args[0], node.args[1], below, start, end)
      case 'rcall':
        return this.method(node.args, below, start, end)
      case '.?':
      case '[?]':
        throw new ExpressionError('EXPRESSION_SYNTAX', 'optional access is not needed: a missing key reads as null', { offset: start })
      default:
        return { kind: 'binary', op: node.op satisfies BinaryOperator, left: below(node.args[0]), right: below(node.args[1]), start, end }
    }
  }

  private negation(operand: ASTNode, depth: number, start: number, end: number): Ast {
    const inner = this.copy(operand, depth + 1)
    if (inner.kind === 'literal' && typeof inner.value === 'number') return { ...inner, value: -inner.value, start, end }
    return { kind: 'unary', op: '-', operand: inner, start, end }
  }

  private call(name: string, args: ASTNode[], below: (node: ASTNode) => Ast, start: number, end: number): Ast {
    if (name !== 'has') return { kind: 'call', name, receiver: null, args: args.map(below), start, end }
    const [argument] = args
    if (args.length !== 1 || argument?.op !== '.')
      throw new ExpressionError('EXPRESSION_SYNTAX', 'has() takes one access to a property: has(row.name)', { offset: start })
    return { kind: 'has', object: below(argument.args[0]), property: argument.args[1], start, end }
  }

  private method([name, receiver, args]: [string, ASTNode, ASTNode[]], below: (node: ASTNode) => Ast, start: number, end: number): Ast {
    if (receiver.op === 'id') {
      const full = `${receiver.args}.${name}`
      if (full === 'cel.bind' && args.length === 3)
        return { kind: 'bind', variable: variableName(args[0]!), value: below(args[1]!), body: below(args[2]!), start, end }
      if (namespacedFunctions.has(full)) return { kind: 'call', name: full, receiver: null, args: args.map(below), start, end }
    }
    const macro = Object.hasOwn(MACROS, name) ? MACROS[name]! : null
    if (macro && (args.length === 2 || (args.length === 3 && macro === 'map'))) {
      const filter = args.length === 3 ? below(args[1]!) : null
      return {
        kind: 'macro',
        name: macro,
        target: below(receiver),
        variable: variableName(args[0]!),
        filter,
        body: below(args.at(-1)!),
        start,
        end,
      }
    }
    return { kind: 'call', name, receiver: below(receiver), args: args.map(below), start, end }
  }
}

function variableName(node: ASTNode): string {
  if (node.op === 'id') return node.args
  throw new ExpressionError('EXPRESSION_SYNTAX', 'the first argument is the name of a variable', { offset: node.start })
}

function literal(value: unknown, offset: number): null | boolean | number | string | Uint8Array {
  if (typeof value === 'bigint') return safeInteger(value, offset)
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string') return value
  if (value instanceof Uint8Array) return value
  // cel-js's UnsignedInt: one number type here, so that `1u` is 1
  return safeInteger(BigInt(String((value as { valueOf(): unknown }).valueOf())), offset)
}

/** There is one number type, the double: an integer that it cannot hold exactly is refused instead of rounded. */
function safeInteger(value: bigint, offset: number): number {
  const number = Number(value)
  if (BigInt(number) === value) return number
  throw new ExpressionError('EXPRESSION_SYNTAX', `the integer ${value} cannot be held exactly (every integer up to 9007199254740992 can)`, {
    offset,
  })
}
