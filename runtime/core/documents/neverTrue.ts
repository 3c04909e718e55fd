/** Conditions that can never hold: constants, comparisons with a value that the field cannot have, and demands that exclude each other. It says "never"
 *  only when it is certain: a condition that is too large or too complex is assumed to be possible. */
import type { FormField } from '../documents.ts'
import { type Ast, type BinaryNode, pathOf, referencesOf } from '../expressions/ast.ts'
import type { CompiledExpression } from '../expressions/compileUnchecked.ts'
import { ExpressionError } from '../expressions/ExpressionError.ts'
import { unwrapped } from '../language/expressionTree.ts'

/** What a field can hold: undefined when it is not a closed list. */
export type PossibleValues = (path: readonly string[]) => readonly unknown[] | undefined

/** @param possible  values of the fields by path; an empty list for one that is always empty */
export function neverTrue(compiled: CompiledExpression, possible: PossibleValues): boolean {
  return neverTogether([compiled], possible)
}

/** Whether the expressions cannot all hold at the same time. */
export function neverTogether(expressions: readonly CompiledExpression[], possible: PossibleValues): boolean {
  if (expressions.some((expression) => isConstant(expression) && !couldBeTrue(expression))) return true
  const cases = expressions
    .filter((expression) => !isConstant(expression))
    .map(({ ast, source }) => casesOf({ ast, source, holds: true }))
    .reduce<Cases>((left, right) => product(left, right), [[]])
  return cases !== TOO_MANY && cases.every((demands) => isImpossible(demands, possible))
}

/** Whether the condition is always true, whatever the answers are. */
export function alwaysTrue({ ast, source, evaluate }: CompiledExpression, possible: PossibleValues): boolean {
  if (referencesOf(ast).length === 0) return constantValue(evaluate) === true
  const cases = casesOf({ ast, source, holds: false })
  return cases !== TOO_MANY && cases.every((demands) => isImpossible(demands, possible))
}

function isConstant({ ast }: CompiledExpression): boolean {
  return referencesOf(ast).length === 0
}

function couldBeTrue({ evaluate }: CompiledExpression): boolean {
  const value = constantValue(evaluate)
  return value === true || value === UNKNOWN
}

/** Of a constant that takes more steps than an evaluation may: the linker reports it where it stands. */
const UNKNOWN = Symbol('unknown')

function constantValue(evaluate: CompiledExpression['evaluate']): unknown {
  try {
    return evaluate({})
  } catch (error) {
    if (error instanceof ExpressionError) return UNKNOWN
    throw error
  }
}

// ------------------------------------------------------------------------------------------- an expression as cases of demands

/** A part of an expression that must hold, or must not. A condition that does not hold is false or null: `!null` is true. */
interface Demand {
  ast: Ast
  source: string
  holds: boolean
}
/** Disjunctive normal form: any case, with all its demands. */
type Cases = readonly (readonly Demand[])[]

const MAX_CASES = 128
const TOO_MANY: Cases = []

function casesOf(demand: Demand): Cases {
  const { ast, source, holds } = demand
  const part = (inner: Ast, isTrue = holds): Cases => casesOf({ ast: inner, source, holds: isTrue })
  if (ast.kind === 'literal' && typeof ast.value === 'boolean') return ast.value === holds ? [[]] : [[demand]]
  if (ast.kind === 'unary' && ast.op === '!') return part(ast.operand, !holds)
  if (ast.kind === 'conditional') return sum(product(part(ast.test, true), part(ast.yes)), product(part(ast.test, false), part(ast.no)))
  if (ast.kind === 'binary' && (ast.op === '&&' || ast.op === '||'))
    return (ast.op === '&&') === holds ? product(part(ast.left), part(ast.right)) : sum(part(ast.left), part(ast.right))
  return [[demand]]
}

function product(left: Cases, right: Cases): Cases {
  if (left === TOO_MANY || right === TOO_MANY || left.length * right.length > MAX_CASES) return TOO_MANY
  return left.flatMap((one) => right.map((other) => [...one, ...other]))
}

function sum(left: Cases, right: Cases): Cases {
  return left === TOO_MANY || right === TOO_MANY || left.length + right.length > MAX_CASES ? TOO_MANY : [...left, ...right]
}

// ------------------------------------------------------------------------------------------- demands on one field

/** What is asked of one field in one case. */
interface Asked {
  isNull: boolean
  isNotNull: boolean
  /** One of these, when given. */
  among: unknown[] | null
  not: unknown[]
  /** Lists: members that must be there, and that must not. */
  holds: unknown[]
  lacks: unknown[]
  bounds: { op: '<' | '<=' | '>' | '>='; value: number | string }[]
  /** `!(x < 3)`: binding only when the field has an answer. */
  ifAnswered: Asked['bounds']
}

function isImpossible(demands: readonly Demand[], possible: PossibleValues): boolean {
  const fields = new Map<string, { path: readonly string[]; asked: Asked }>()
  const opaque = new Map<string, boolean>()
  for (const demand of demands) {
    const { ast, source, holds } = demand
    if (ast.kind === 'literal') return true
    const about = demandOnField(ast, holds)
    if (about) {
      const key = about.path.join('\u0000')
      const known = fields.get(key) ?? { path: about.path, asked: nothingAsked() }
      fields.set(key, known)
      about.add(known.asked)
      continue
    }
    const text = unwrapped(source.slice(ast.start, ast.end))
    if ((opaque.get(text) ?? holds) !== holds) return true
    opaque.set(text, holds)
  }
  return [...fields.values()].some(({ path, asked }) => excludesItself(asked, possible(path)))
}

function nothingAsked(): Asked {
  return { isNull: false, isNotNull: false, among: null, not: [], holds: [], lacks: [], bounds: [], ifAnswered: [] }
}

interface FieldDemand {
  path: string[]
  add(asked: Asked): void
}

/** A comparison of one field with literals; null for everything else. */
function demandOnField(ast: Ast, holds: boolean): FieldDemand | null {
  const path = ast.kind === 'has' ? null : pathOf(ast)
  if (path) return { path, add: (asked) => (holds ? among(asked, [true]) : asked.not.push(true)) }
  if (ast.kind === 'has') {
    const of = pathOf(ast)
    return of && { path: of, add: (asked) => equals(asked, null, !holds) }
  }
  return ast.kind === 'binary' ? demandOfBinary(ast, holds) : null
}

function demandOfBinary({ op, left, right }: BinaryNode, holds: boolean): FieldDemand | null {
  if (op === 'in') return demandOfIn(left, right, holds)
  const isFlipped = left.kind === 'literal'
  const [field, literal] = isFlipped ? [right, left] : [left, right]
  const path = pathOf(field)
  if (path === null || literal.kind !== 'literal' || literal.value instanceof Uint8Array) return null
  const { value } = literal
  if (op === '==' || op === '!=') return { path, add: (asked) => equals(asked, value, (op === '==') === holds) }
  if (!isOrder(op) || (typeof value !== 'number' && typeof value !== 'string')) return null
  const order = isFlipped ? FLIPPED[op] : op
  return {
    path,
    add(asked) {
      if (!holds) asked.ifAnswered.push({ op: OPPOSITE[order], value })
      else {
        asked.isNotNull = true
        asked.bounds.push({ op: order, value })
      }
    },
  }
}

/** `field in [literals]`, or `literal in field` for a field with several choices. */
function demandOfIn(left: Ast, right: Ast, holds: boolean): FieldDemand | null {
  if (left.kind === 'literal') {
    const path = pathOf(right)
    const { value } = left
    if (path === null) return null
    return {
      path,
      add(asked) {
        if (!holds) asked.lacks.push(value)
        else {
          asked.isNotNull = true
          asked.holds.push(value)
        }
      },
    }
  }
  const path = pathOf(left)
  if (path === null || right.kind !== 'list') return null
  const values = right.items.map((item) => (item.kind === 'literal' ? item.value : undefined))
  if (values.includes(undefined)) return null
  return {
    path,
    add(asked) {
      if (holds) among(asked, values)
      else for (const value of values) equals(asked, value, false)
    },
  }
}

function equals(asked: Asked, value: unknown, holds: boolean): void {
  if (value === null) asked[holds ? 'isNull' : 'isNotNull'] = true
  else if (holds) among(asked, [value])
  else asked.not.push(value)
}

function among(asked: Asked, values: readonly unknown[]): void {
  if (!values.includes(null)) asked.isNotNull = true
  asked.among = asked.among ? asked.among.filter((value) => values.includes(value)) : [...values]
}

const FLIPPED = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const
const OPPOSITE = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const

function isOrder(op: string): op is keyof typeof FLIPPED {
  return op in FLIPPED
}

/** @param values  what the field can hold; for a field with several choices, what its members can be */
function excludesItself(asked: Asked, values: readonly unknown[] | undefined): boolean {
  if (asked.isNull && asked.isNotNull) return true
  if (asked.isNull && asked.among !== null && !asked.among.includes(null)) return true
  if (asked.holds.some((value) => asked.lacks.includes(value) || values?.includes(value) === false)) return true
  if (!asked.isNotNull) return false
  const bounds = [...asked.bounds, ...asked.ifAnswered]
  if (bounds.some((bound) => bounds.some((other) => crosses(bound, other)))) return true
  // the possible values of a list are those of its members
  const isList = asked.holds.length > 0 || asked.lacks.length > 0
  const left = asked.among?.filter((value) => value !== null && (values?.includes(value) ?? true)) ?? (isList ? undefined : values)
  return left?.every((value) => asked.not.includes(value) || bounds.some((bound) => !isWithin(value, bound))) ?? false
}

/** No value is above the one and below the other. */
function crosses(low: Asked['bounds'][number], high: Asked['bounds'][number]): boolean {
  if (low.op[0] !== '>' || high.op[0] !== '<' || typeof low.value !== typeof high.value) return false
  return low.value > high.value || (low.value === high.value && (low.op === '>' || high.op === '<'))
}

function isWithin(value: unknown, bound: Asked['bounds'][number]): boolean {
  if (typeof value !== typeof bound.value) return true
  const given = value as number | string
  if (bound.op === '<') return given < bound.value
  if (bound.op === '<=') return given <= bound.value
  return bound.op === '>' ? given > bound.value : given >= bound.value
}

/** The closed list of values of a field: from `const`, `enum`, options written in place, or the options of an enum document. */
export function valuesOf(
  field: FormField,
  codes: (id: string) => readonly (string | number)[] | undefined,
): readonly unknown[] | undefined {
  const choice =
    field.type === 'array' && field.items !== undefined
      ? { ...field.items, 'x-options': field['x-options'] ?? field.items['x-options'] }
      : field
  if (choice.const !== undefined && choice.type !== 'boolean') return [choice.const]
  if (Array.isArray(choice.enum)) return choice.enum
  const options = choice['x-options']
  if (Array.isArray(options)) return options.some((option) => option.children !== undefined) ? undefined : options.map(({ value }) => value)
  if (options !== undefined && 'enum' in options) return codes(options.enum)
  return choice.type === 'boolean' ? [true, false] : undefined
}
