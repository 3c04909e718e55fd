/** Types of a tree against the types of its scope. Finds unknown names, unknown fields of described objects, operators and functions that do not
 *  take what they are given. Everything may be null; `dyn` goes everywhere. Used when documents are linked; evaluation does not need it. */
import type { Ast, BinaryNode, CallNode, LiteralNode, MacroNode } from './ast.ts'
import { type Clash, clashOf } from './clashOf.ts'
import { ExpressionError, type ExpressionReason } from './ExpressionError.ts'
import type { FunctionEntry } from './FunctionEntry.ts'
import { typeNames } from './functions/conversion.ts'
import { candidatesOf, entriesOf, functionNames } from './functions.ts'
import { elementType, isCompatible, joinTypes, kindOf, meaningOf, nameOfType, type ScopeType, type ScopeTypes } from './types.ts'

/**
 * The type of an expression.
 * @param scope    names in scope; undefined: every name is known and may be anything
 * @param clashes  takes the comparisons that are always the same
 * @throws ExpressionError `EXPRESSION_TYPE` or `EXPRESSION_UNKNOWN` (with the names that are known)
 */
export function checkTypes(root: Ast, scope?: ScopeTypes, clashes: Clash[] = []): ScopeType {
  return new Checker(scope, clashes).check(root, new Map())
}

type Locals = ReadonlyMap<string, ScopeType>

class Checker {
  private readonly scope: ScopeTypes | undefined
  private readonly clashes: Clash[]
  constructor(scope: ScopeTypes | undefined, clashes: Clash[]) {
    this.scope = scope
    this.clashes = clashes
  }

  check(node: Ast, locals: Locals): ScopeType {
    switch (node.kind) {
      case 'literal':
        return literalType(node.value)
      case 'ident':
        return this.ident(node.name, node.start, locals)
      case 'member':
        return this.member(this.check(node.object, locals), node.property, node)
      case 'has':
        this.member(this.check(node.object, locals), node.property, node)
        return 'boolean'
      case 'index':
        return this.index(this.check(node.object, locals), this.check(node.index, locals), node)
      case 'call':
        return this.call(node, locals)
      case 'unary':
        this.expect(node.op === '!' ? 'boolean' : 'number', node.operand, locals, node.op)
        return node.op === '!' ? 'boolean' : this.check(node.operand, locals)
      case 'binary':
        return this.binary(node, locals)
      case 'conditional':
        this.expect('boolean', node.test, locals, '?:')
        return joinTypes(this.check(node.yes, locals), this.check(node.no, locals))
      case 'list':
        return node.items.length === 0 ? 'list' : { list: node.items.map((item) => this.check(item, locals)).reduce(joinTypes) }
      case 'map':
        return this.map(node.entries, locals)
      case 'macro':
        return this.macro(node, locals)
      case 'bind':
        return this.check(node.body, new Map(locals).set(node.variable, this.check(node.value, locals)))
    }
  }

  private ident(name: string, offset: number, locals: Locals): ScopeType {
    const local = locals.get(name)
    if (local) return local
    if (!this.scope) return 'dyn'
    if (Object.hasOwn(this.scope, name)) return this.scope[name]!
    if (Object.hasOwn(typeNames, name)) return 'type'
    const known = [...Object.keys(this.scope), ...locals.keys()]
    throw new ExpressionError('EXPRESSION_UNKNOWN', `unknown name "${name}" (known: ${known.join(', ') || 'none'})`, {
      offset,
      name,
      known,
    })
  }

  private member(object: ScopeType, property: string, node: Ast): ScopeType {
    if (object === 'dyn' || object === 'map' || object === 'null') return 'dyn'
    if (typeof object === 'object' && 'map' in object) return object.map
    if (typeof object === 'object' && 'plain' in object && object.isWay) return 'dyn'
    if (typeof object === 'object' && 'fields' in object) {
      if (Object.hasOwn(object.fields, property)) return object.fields[property]!
      const known = Object.keys(object.fields)
      const message = `unknown field "${property}" (known: ${known.join(', ') || 'none'})`
      throw new ExpressionError('EXPRESSION_UNKNOWN', message, { offset: node.end - property.length, name: property, known })
    }
    throw typeError(`a ${nameOfType(object)} has no field "${property}"`, node, {
      key: 'field',
      types: { type: nameOfType(object) },
      values: { name: property },
    })
  }

  private index(object: ScopeType, index: ScopeType, node: Extract<Ast, { kind: 'index' }>): ScopeType {
    const kind = kindOf(object)
    if (kind === 'dyn' || kind === 'null') return 'dyn'
    if (kind === 'list') {
      if (!isCompatible('number', index))
        throw typeError(`a list is read by number, not by ${nameOfType(index)}`, node.index, {
          key: 'index',
          types: { type: nameOfType(index) },
        })
      return elementType(object)
    }
    if (kind !== 'map')
      throw typeError(`a ${nameOfType(object)} has no members to read with []`, node, {
        key: 'members',
        types: { type: nameOfType(object) },
      })
    if (typeof object === 'object' && 'fields' in object) {
      if (node.index.kind === 'literal' && typeof node.index.value === 'string') return this.member(object, node.index.value, node)
      return Object.values(object.fields).reduce<ScopeType>(joinTypes, 'null')
    }
    return typeof object === 'object' && 'map' in object ? object.map : 'dyn'
  }

  private map(entries: readonly { key: Ast; value: Ast }[], locals: Locals): ScopeType {
    if (entries.length === 0) return 'map'
    const types = entries.map(({ key, value }) => ({ key, keyType: this.check(key, locals), type: widened(this.check(value, locals)) }))
    for (const { key, keyType } of types)
      if (!['string', 'number', 'boolean', 'dyn'].includes(kindOf(keyType)))
        throw typeError(`a key of a map is a string, not ${nameOfType(keyType)}`, key, {
          key: 'mapKey',
          types: { type: nameOfType(keyType) },
        })
    if (types.every(({ key }) => key.kind === 'literal' && typeof key.value === 'string'))
      return { fields: Object.fromEntries(types.map(({ key, type }) => [(key as { value: string }).value, type])) }
    return { map: types.map(({ type }) => type).reduce(joinTypes) }
  }

  private macro(node: MacroNode, locals: Locals): ScopeType {
    const target = this.check(node.target, locals)
    if (!['list', 'map', 'dyn', 'null'].includes(kindOf(target)))
      throw typeError(`${node.name}() goes over a list, not over ${nameOfType(target)}`, node.target, {
        key: 'over',
        types: { type: nameOfType(target) },
        values: { name: node.name },
      })
    const inner = new Map(locals).set(node.variable, elementType(target))
    if (node.filter) this.expect('boolean', node.filter, inner, node.name)
    if (node.name === 'map') return { list: this.check(node.body, inner) }
    this.expect('boolean', node.body, inner, node.name)
    if (node.name !== 'filter') return 'boolean'
    return kindOf(target) === 'list' ? target : 'list'
  }

  private expect(wanted: ScopeType, node: Ast, locals: Locals, by: string): void {
    const given = this.check(node, locals)
    if (by === '-' && given === 'duration') return
    if (!isCompatible(wanted, given))
      throw typeError(`"${by}" takes a ${nameOfType(wanted)}, not a ${nameOfType(given)}`, node, {
        key: 'takes',
        types: { wanted: nameOfType(wanted), given: nameOfType(given) },
        values: { name: by },
      })
  }

  private binary(node: BinaryNode, locals: Locals): ScopeType {
    if (node.op === '&&' || node.op === '||') {
      this.expect('boolean', node.left, locals, node.op)
      this.expect('boolean', node.right, locals, node.op)
      return 'boolean'
    }
    const left = this.check(node.left, locals)
    const right = this.check(node.right, locals)
    const result = resultOf(node.op, left, right)
    const clash = result && clashOf(node, left, right)
    if (clash) this.clashes.push(clash)
    if (result) return result
    const hint = node.op === '+' && [kindOf(left), kindOf(right)].includes('string') ? '; string(x) makes a text of a number' : ''
    throw typeError(`"${node.op}" does not take ${nameOfType(left)} and ${nameOfType(right)}${hint}`, node, {
      key: 'operands',
      types: { left: nameOfType(left), right: nameOfType(right) },
      values: { name: node.op },
    })
  }

  private call(node: CallNode, locals: Locals): ScopeType {
    const method = node.receiver !== null
    const operands = node.receiver ? [node.receiver, ...node.args] : node.args
    const given = operands.map((operand) => this.check(operand, locals))
    const candidates = candidatesOf(node.name, method, node.args.length)
    const fitting = candidates.filter((entry) => given.every((type, i) => isCompatible(parameterAt(entry, i), type)))
    const [entry] = fitting
    if (!entry) throw callError(node, given)
    const results = fitting.map((fit) => fit.returnsOf?.(given) ?? fit.returns)
    return results.reduce(joinTypes)
  }
}

function literalType(value: LiteralNode['value']): ScopeType {
  if (value === null) return 'null'
  if (typeof value === 'string' || typeof value === 'number')
    return { plain: typeof value as 'string' | 'number', is: { kind: 'literal', values: [value] } }
  return value instanceof Uint8Array ? 'bytes' : 'boolean'
}

/** Members of a map are distinguished by their type, not by what is written. */
function widened(type: ScopeType): ScopeType {
  return meaningOf(type)?.kind === 'literal' ? kindOf(type) : type
}

function parameterAt(entry: FunctionEntry, index: number): ScopeType {
  return entry.parameters[Math.min(index, entry.parameters.length - 1)]!
}

function resultOf(op: BinaryNode['op'], left: ScopeType, right: ScopeType): ScopeType | null {
  const [a, b] = [kindOf(left), kindOf(right)]
  const open = (kind: string) => kind === 'dyn' || kind === 'null'
  switch (op) {
    case '==':
    case '!=':
      return isCompatible(left, right) ? 'boolean' : null
    case '<':
    case '<=':
    case '>':
    case '>=':
      return (open(a) || ORDERED.includes(a)) && (open(b) || ORDERED.includes(b)) && isCompatible(left, right) ? 'boolean' : null
    case 'in':
      if (b === 'list') return isCompatible(elementType(right), left) ? 'boolean' : null
      return b === 'map' || open(b) ? 'boolean' : null
    default:
      if (open(a) && open(b)) return 'dyn'
      return arithmetic(op, open(a) ? null : a, open(b) ? null : b, left, right)
  }
}

const ORDERED = ['string', 'number', 'boolean', 'bytes', 'timestamp', 'duration']

/** Results of `+ - * / %` by the kinds of both sides; null stands for a side that is not known. */
function arithmetic(op: string, a: string | null, b: string | null, left: ScopeType, right: ScopeType): ScopeType | null {
  for (const [forOp, first, second, result] of ARITHMETIC)
    if (forOp.includes(op) && (a === null || a === first) && (b === null || b === second)) {
      if (a === null || b === null) return first === second ? result : 'dyn'
      return result === 'list' ? { list: joinTypes(elementType(left), elementType(right)) } : result
    }
  return null
}

const ARITHMETIC: readonly [ops: string, first: string, second: string, result: Extract<ScopeType, string>][] = [
  ['+-*/%', 'number', 'number', 'number'],
  ['+', 'string', 'string', 'string'],
  ['+', 'list', 'list', 'list'],
  ['+', 'bytes', 'bytes', 'bytes'],
  ['+', 'timestamp', 'duration', 'timestamp'],
  ['+', 'duration', 'timestamp', 'timestamp'],
  ['+-', 'duration', 'duration', 'duration'],
  ['-', 'timestamp', 'duration', 'timestamp'],
  ['-', 'timestamp', 'timestamp', 'duration'],
]

function callError(node: CallNode, given: readonly ScopeType[]): ExpressionError {
  const method = node.receiver !== null
  const entries = entriesOf(node.name, method)
  if (entries.length === 0) {
    const known = functionNames(method)
    const message = `unknown ${method ? 'method' : 'function'} "${node.name}"`
    return new ExpressionError('EXPRESSION_UNKNOWN', message, { offset: nameOffset(node), name: node.name, known })
  }
  const signatures = entries.map((entry) => entry.signature).join('; ')
  return typeError(`${node.name}() does not take (${given.map(nameOfType).join(', ')}); it is: ${signatures}`, node, {
    key: 'arguments',
    values: { name: node.name, signatures },
  })
}

function nameOffset(node: CallNode): number {
  return node.receiver ? node.receiver.end + 1 : node.start
}

function typeError(message: string, node: Ast, reason: ExpressionReason): ExpressionError {
  return new ExpressionError('EXPRESSION_TYPE', message, { offset: node.start, reason })
}
