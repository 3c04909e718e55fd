/** Rules as people build them: rows of field, operator, value, nested in all / any / none. Stored is CEL only: a rule is compiled to CEL, and an
 *  expression is read back when it has one of these shapes, also one that someone wrote by hand. `parse(compile(rule))` is the normal form of `rule`. */
import type { Ast, BinaryNode, CallNode, MacroNode } from '../expressions/ast.ts'
import { pathOf } from '../expressions/ast.ts'
import { parseExpression } from '../expressions/parseExpression.ts'

export type RuleLiteral = string | number | boolean
/** Another field as the value: `{ field: 'end' }`. */
export interface RuleField {
  field: string
}
export type RuleValue = RuleLiteral | readonly RuleLiteral[] | RuleField

export const RULE_OPERATORS = [
  'equals',
  'notEquals',
  'oneOf',
  'noneOf',
  'answered',
  'unanswered',
  'less',
  'atMost',
  'more',
  'atLeast',
  'contains',
  'containsNot',
  'startsWith',
  'endsWith',
  'includes',
  'includesNot',
  'includesAny',
  'includesAll',
  'countEquals',
  'countAtLeast',
  'countAtMost',
] as const
export type RuleOperator = (typeof RULE_OPERATORS)[number]

/** One row. `field`: steps joined by dots: `group`, `address.city`, `item.role`, `context.level`; below `where` relative to the row. */
export interface RuleCondition {
  field: string
  op: RuleOperator
  /** Absent for `answered` and `unanswered`, and until a value is chosen. */
  value?: RuleValue
}
/** A condition on the rows of a repeat group. */
export interface RowsCondition {
  rows: string
  op: 'some' | 'every' | 'no'
  where: VisualRule
}
export type RuleGroup = { all: readonly VisualRule[] } | { any: readonly VisualRule[] } | { not: readonly VisualRule[] }
/** `not`: none of these holds. */
export type VisualRule = RuleGroup | RuleCondition | RowsCondition

/** Name of a row inside of a macro, and of one chosen value. */
const ROW = 'row'
const ONE = 'one'
const STEP = /^[A-Za-z_][A-Za-z0-9_]*$/
/** Words of CEL that cannot name a field in an expression. */
const RESERVED = new Set(
  'as break const continue else false for function if import in let loop namespace null package return true var void while'.split(' '),
)

/** Whether expressions can read a field of this name. */
export function isReadable(name: string): boolean {
  return STEP.test(name) && !RESERVED.has(name)
}

/** Whether a rule joins other rules. */
export function isGroup(rule: VisualRule): rule is RuleGroup {
  return !('field' in rule) && !('rows' in rule)
}

/** The rules inside a group and what joins them. */
export function membersOf(group: RuleGroup): { join: 'all' | 'any' | 'not'; rules: readonly VisualRule[] } {
  if ('all' in group) return { join: 'all', rules: group.all }
  return 'any' in group ? { join: 'any', rules: group.any } : { join: 'not', rules: group.not }
}

/** The opposite of the constructor above. */
export function groupOf(join: 'all' | 'any' | 'not', rules: readonly VisualRule[]): RuleGroup {
  return { [join]: rules } as unknown as RuleGroup
}

// ------------------------------------------------------------------------------------------------------------ to CEL

/** The expression of a rule; null while something is missing in it, or there is nothing in it. */
export function compileVisualRule(rule: VisualRule): string | null {
  return source(rule, '')
}

function source(rule: VisualRule, row: string): string | null {
  if ('rows' in rule) return rowsSource(rule, row)
  if ('field' in rule) return conditionSource(rule, row)
  const { join, rules } = membersOf(rule)
  const parts = rules.map((each) => ({ each, text: source(each, row) }))
  if (parts.length === 0 || parts.some(({ text }) => text === null)) return null
  if (join === 'not') return `!(${parts.map(({ each, text }) => (isAnd(each) ? `(${text})` : text)).join(' || ')})`
  if (parts.length === 1) return parts[0]!.text
  return parts.map(({ each, text }) => (needsParens(each) ? `(${text})` : text)).join(join === 'all' ? ' && ' : ' || ')
}

function isAnd(rule: VisualRule): boolean {
  return isGroup(rule) && 'all' in rule && rule.all.length > 1
}

function needsParens(rule: VisualRule): boolean {
  if (!isGroup(rule) || 'not' in rule) return false
  const { rules } = membersOf(rule)
  return rules.length > 1 || (rules[0] !== undefined && needsParens(rules[0]))
}

function rowsSource({ rows, op, where }: RowsCondition, row: string): string | null {
  const inner = source(where, ROW)
  if (inner === null) return null
  const call = `${place(rows, row)}.${op === 'every' ? 'all' : 'exists'}(${ROW}, ${inner})`
  return op === 'no' ? `!${call}` : call
}

const SYMBOLS = { equals: '==', notEquals: '!=', less: '<', atMost: '<=', more: '>', atLeast: '>=' } as const
const COUNTS = { countEquals: '==', countAtLeast: '>=', countAtMost: '<=' } as const

function conditionSource({ field, op, value }: RuleCondition, row: string): string | null {
  const at = place(field, row)
  if (field === '') return null
  if (op === 'answered') return `${at} != null`
  if (op === 'unanswered') return `${at} == null`
  if (value === undefined) return null
  if (Array.isArray(value)) return listSource(at, op, value)
  if (op in SYMBOLS) {
    const right = typeof value === 'object' ? place((value as RuleField).field, row) : literal(value)
    return `${at} ${SYMBOLS[op as keyof typeof SYMBOLS]} ${right}`
  }
  if (typeof value === 'object') return null
  if (op in COUNTS) return `size(${at}) ${COUNTS[op as keyof typeof COUNTS]} ${literal(value)}`
  if (op === 'includes') return `${literal(value)} in ${at}`
  if (op === 'includesNot') return `!(${literal(value)} in ${at})`
  if (typeof value !== 'string') return null
  if (op === 'containsNot') return `!${at}.contains(${literal(value)})`
  return op === 'contains' || op === 'startsWith' || op === 'endsWith' ? `${at}.${op}(${literal(value)})` : null
}

function listSource(at: string, op: RuleOperator, values: readonly RuleLiteral[]): string | null {
  if (values.length === 0) return null
  const list = `[${values.map(literal).join(', ')}]`
  if (op === 'oneOf') return `${at} in ${list}`
  if (op === 'noneOf') return `!(${at} in ${list})`
  if (op === 'includesAny') return `${at}.exists(${ONE}, ${ONE} in ${list})`
  return op === 'includesAll' ? `${list}.all(${ONE}, ${ONE} in ${at})` : null
}

function place(field: string, row: string): string {
  return row === '' ? field : `${row}.${field}`
}

function literal(value: RuleLiteral): string {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) return `${value.toExponential()}`
  return JSON.stringify(Object.is(value, -0) ? 0 : value)
}

// ------------------------------------------------------------------------------------------------------------ from CEL

/** The rule that an expression says, in its normal form; null when it says something that rows cannot show. */
export function parseVisualRule(cel: string): VisualRule | null {
  try {
    return read(parseExpression(cel), null)
  } catch {
    return null
  }
}

/** @param row  name of the row inside of a macro; null at the root */
function read(ast: Ast, row: string | null): VisualRule | null {
  if (ast.kind === 'unary') return ast.op === '!' ? readNot(ast.operand, row) : null
  if (ast.kind === 'binary') return ast.op === '&&' || ast.op === '||' ? readGroup(ast, row) : readComparison(ast, row)
  if (ast.kind === 'call') return readCall(ast, row)
  if (ast.kind === 'macro') return readMacro(ast, row)
  const field = fieldOf(ast, row)
  if (field === null) return null
  return ast.kind === 'has' ? { field, op: 'answered' } : { field, op: 'equals', value: true }
}

function readGroup(ast: BinaryNode, row: string | null): VisualRule | null {
  const rules = operands(ast, ast.op).map((part) => read(part, row))
  return rules.every((rule) => rule !== null) ? flat(ast.op === '&&' ? 'all' : 'any', rules) : null
}

function operands(ast: Ast, op: BinaryNode['op']): Ast[] {
  return ast.kind === 'binary' && ast.op === op ? [...operands(ast.left, op), ...operands(ast.right, op)] : [ast]
}

function readNot(ast: Ast, row: string | null): VisualRule | null {
  const inner = read(ast, row)
  return inner && negated(inner)
}

const NEGATIONS: Partial<Record<RuleOperator, RuleOperator>> = { oneOf: 'noneOf', contains: 'containsNot', includes: 'includesNot' }

function negated(rule: VisualRule): VisualRule {
  if ('rows' in rule) return rule.op === 'some' ? { ...rule, op: 'no' } : { not: [rule] }
  if ('field' in rule) {
    const op = NEGATIONS[rule.op]
    return op ? { ...rule, op } : { not: [rule] }
  }
  return 'any' in rule ? { not: rule.any } : { not: [rule] }
}

const ORDERS: Partial<Record<BinaryNode['op'], RuleOperator>> = {
  '==': 'equals',
  '!=': 'notEquals',
  '<': 'less',
  '<=': 'atMost',
  '>': 'more',
  '>=': 'atLeast',
}
const FLIPPED: Partial<Record<RuleOperator, RuleOperator>> = { less: 'more', atMost: 'atLeast', more: 'less', atLeast: 'atMost' }
/** More than two is at least three. */
const OF_COUNT: Partial<Record<RuleOperator, readonly [RuleOperator, number]>> = {
  equals: ['countEquals', 0],
  atLeast: ['countAtLeast', 0],
  atMost: ['countAtMost', 0],
  more: ['countAtLeast', 1],
  less: ['countAtMost', -1],
}

function readComparison(ast: BinaryNode, row: string | null): VisualRule | null {
  if (ast.op === 'in') return readIn(ast.left, ast.right, row)
  const op = ORDERS[ast.op]
  if (!op) return null
  const isFlipped = ast.left.kind === 'literal'
  const [left, right] = isFlipped ? [ast.right, ast.left] : [ast.left, ast.right]
  return compared(left, isFlipped ? (FLIPPED[op] ?? op) : op, right, row)
}

function compared(left: Ast, op: RuleOperator, right: Ast, row: string | null): VisualRule | null {
  const counted = countedField(left, row)
  if (counted !== null) {
    const [count, further] = OF_COUNT[op] ?? []
    return count && right.kind === 'literal' && typeof right.value === 'number' && Number.isInteger(right.value)
      ? { field: counted, op: count, value: right.value + further! }
      : null
  }
  const field = plainField(left, row)
  if (field === null) return null
  if (right.kind !== 'literal') {
    const other = plainField(right, row)
    return other === null ? null : { field, op, value: { field: other } }
  }
  if (right.value === null) return op === 'equals' ? { field, op: 'unanswered' } : op === 'notEquals' ? { field, op: 'answered' } : null
  return isLiteral(right.value) ? { field, op, value: right.value } : null
}

/** `size(members)`, `members.size()` */
function countedField(ast: Ast, row: string | null): string | null {
  if (ast.kind !== 'call' || ast.name !== 'size') return null
  const of = ast.receiver ?? ast.args[0]
  return of && ast.args.length === (ast.receiver ? 0 : 1) ? plainField(of, row) : null
}

function readIn(left: Ast, right: Ast, row: string | null): VisualRule | null {
  if (left.kind === 'literal') {
    const field = plainField(right, row)
    return field !== null && isLiteral(left.value) ? { field, op: 'includes', value: left.value } : null
  }
  const field = plainField(left, row)
  const values = literals(right)
  return field !== null && values ? { field, op: 'oneOf', value: values } : null
}

function readCall({ name, receiver, args }: CallNode, row: string | null): VisualRule | null {
  if (!receiver || (name !== 'contains' && name !== 'startsWith' && name !== 'endsWith')) return null
  const field = plainField(receiver, row)
  const [value] = args
  return field !== null && value?.kind === 'literal' && typeof value.value === 'string' ? { field, op: name, value: value.value } : null
}

function readMacro({ name, target, variable, filter, body }: MacroNode, row: string | null): VisualRule | null {
  if (filter || (name !== 'exists' && name !== 'all')) return null
  const chosen = literals(target)
  if (chosen) return name === 'all' ? includesAll(chosen, variable, body, row) : null
  const field = plainField(target, row)
  if (field === null) return null
  const isOne = (ast: Ast) => ast.kind === 'ident' && ast.name === variable
  if (name === 'exists' && body.kind === 'binary' && body.op === 'in' && isOne(body.left)) {
    const values = literals(body.right)
    return values && { field, op: 'includesAny', value: values }
  }
  const where = read(body, variable)
  return where && { rows: field, op: name === 'all' ? 'every' : 'some', where }
}

function includesAll(values: readonly RuleLiteral[], variable: string, body: Ast, row: string | null): VisualRule | null {
  if (body.kind !== 'binary' || body.op !== 'in' || body.left.kind !== 'ident' || body.left.name !== variable) return null
  const field = plainField(body.right, row)
  return field === null || field === variable ? null : { field, op: 'includesAll', value: values }
}

function literals(ast: Ast): RuleLiteral[] | null {
  if (ast.kind !== 'list' || ast.items.length === 0) return null
  const values = ast.items.map((item) => (item.kind === 'literal' ? item.value : null))
  return values.every(isLiteral) ? values : null
}

function isLiteral(value: unknown): value is RuleLiteral {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function plainField(ast: Ast, row: string | null): string | null {
  return ast.kind === 'has' ? null : fieldOf(ast, row)
}

/** The field at a path; null when there is none, and, inside a row, for a field outside the row. */
function fieldOf(ast: Ast, row: string | null): string | null {
  const path = pathOf(ast)
  if (!path?.every((step, at) => STEP.test(step) && (at > 0 || !RESERVED.has(step)))) return null
  if (row === null) return path.join('.')
  return path[0] === row && path.length > 1 ? path.slice(1).join('.') : null
}

// ------------------------------------------------------------------------------------------------------------ normal form

/** The shortest rule of the same meaning: groups of one and groups in groups of their kind are gone. Null when nothing is left. */
export function normaliseVisualRule(rule: VisualRule): VisualRule | null {
  if ('rows' in rule) {
    const where = normaliseVisualRule(rule.where)
    return where && { ...rule, where }
  }
  if ('field' in rule) return rule
  const { join, rules } = membersOf(rule)
  const kept = rules.map(normaliseVisualRule).filter((each) => each !== null)
  if (kept.length === 0) return null
  return join === 'not' ? negated(flat('any', kept)) : flat(join, kept)
}

function flat(join: 'all' | 'any', rules: readonly VisualRule[]): VisualRule {
  const members = rules.flatMap((rule) => {
    if (!isGroup(rule)) return [rule]
    const inner = membersOf(rule)
    return inner.join === join ? inner.rules : [rule]
  })
  return members.length === 1 ? members[0]! : groupOf(join, members)
}
