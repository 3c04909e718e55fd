/** Compiles an expression over `row` to SQL. Parts that do not read `row` (`input`, `session`, `now`, literals) are evaluated in JavaScript when a
 *  statement is written and become parameters; so an absent parameter turns `row.x == input.x` into `x IS NULL`, and an index serves the rest.
 *
 *  Means the same as `compileTree`: null is only equal to null, an order with null is false, `!null` is true, arithmetic with null is null. Texts
 *  are ordered by code point (collation "C"). A fault that depends on the data (json of another type than the expression expects) is a test that
 *  does not hold. What SQL cannot say is refused when the platform is built, never at a request.
 *  Two ways to write a condition: `filter` (NULL may stand for false: for WHERE) and `exact` (true or false: below a negation). */
import type { EntityDocument, EntityField } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { type Ast, type BinaryNode, type CallNode, compileExpression, type MacroNode, referencesOf } from '../../core/expressions/index.ts'
import { type OverRow, type RelatedRows, relatedRows, usesRowFunctions, withFilter } from '../../core/expressions/relatedRows.ts'
import type { Platform } from '../../core/platform.ts'
import { reachedBy } from './asker.ts'
import { evaluateConstant } from './evaluateConstant.ts'
import { SqlWriter } from './SqlWriter.ts'
import { entityField, enumIsInteger, literal, quote, tableName } from './tableNames.ts'

export interface CelToSqlOptions {
  cel: string
  /** Entity of `row`. */
  entity: EntityDocument
  platform: Platform
  /** SQL name of the row's table in the statement, already quoted; default none. */
  alias?: string
  /** Fields that the rows in question have, whatever the entity says (`presentFields`). */
  present?: ReadonlySet<string> | undefined
}

/** Scope of the constant parts. */
export type ConstantScope = Readonly<Record<string, unknown>>
type Mode = 'filter' | 'exact'
export type SqlKind = 'boolean' | 'number' | 'string' | 'id' | 'datetime' | 'date' | 'json' | 'constant'

export interface SqlExpression {
  /** Kind of the value; `constant` when the row is not read at all. */
  kind: SqlKind
  /** As a condition of WHERE. */
  condition(writer: SqlWriter, scope: ConstantScope): string
  /** As a value, for a select list, ORDER BY or SET. */
  value(writer: SqlWriter, scope: ConstantScope): string
  /** As a condition without parameters, for a table's CHECK. */
  checkSql(): string
}

/** @throws CEL_SQL with details.expression, details.part, details.reason; ExpressionError for what is no expression */
export function celToSql(options: CelToSqlOptions): SqlExpression {
  const fragment = new SqlCompiler(options, 0).compile(compileExpression(options.cel).ast)
  const write = (writer: SqlWriter, scope: ConstantScope, mode: Mode) => fragment.write({ writer, scope }, mode)
  return {
    kind: fragment.kind,
    condition: (writer, scope) => conditionOf(fragment, { writer, scope }, 'filter'),
    value: (writer, scope) => (fragment.kind === 'constant' ? anyConstant(fragment, { writer, scope }) : write(writer, scope, 'exact')),
    // A CHECK lets NULL pass; a rule that is not true must not.
    checkSql: () => conditionOf(fragment, { writer: new LiteralWriter(), scope: {} }, 'exact'),
  }
}

interface Target {
  writer: SqlWriter
  scope: ConstantScope
}
interface Fragment {
  kind: SqlKind
  /** Column type, where it matters for parameters. */
  native?: string
  write(target: Target, mode: Mode): string
  /** A boolean that may be NULL because the value is null (and not because of a fault): false, where true or false is asked for. */
  nullable?: boolean
  /** Of a ref: the entity it points at. */
  refersTo?: string | undefined
  /** Only of kind `constant`. */
  constant?(scope: ConstantScope): unknown
  /** Kind of a constant when it is written in the source. */
  literalKind?: SqlKind
  /** Never null. */
  present?: boolean
  /** Not null with these values of the caller, in any row. */
  isKnown?(scope: ConstantScope): boolean
  /** Of a test: the condition that holds exactly when the test does not; without it, `IS NOT TRUE` says so, which no index serves. */
  fails?(at: Target): string
  /** Of `test ? yes : no`. */
  choice?: { test: Fragment; yes: Fragment; no: Fragment }
}

/** Writes values into the text: only for what documents say, never for what callers send. */
class LiteralWriter extends SqlWriter {
  override value(value: unknown, type: string): string {
    if (value === null) return `NULL::${type}`
    if (typeof value === 'number' || typeof value === 'boolean') return `${value}::${type}`
    return `${literal(typeof value === 'string' ? value : JSON.stringify(value))}::${type}`
  }
}

const MAX_COMPUTED_DEPTH = 20
/** Letters of a name in PostgreSQL. */
const MAX_ALIAS = 60
const TEXTUAL: readonly SqlKind[] = ['string', 'id', 'datetime', 'date']

/** A row that a name stands for. */
type Source = Pick<CelToSqlOptions, 'entity' | 'alias' | 'present'>

class SqlCompiler {
  readonly #options: CelToSqlOptions
  readonly #depth: number
  /** By name: `row`, and inside of `rows()` what its filters call theirs. */
  readonly #sources: ReadonlyMap<string, Source>
  constructor(options: CelToSqlOptions, depth: number, sources: ReadonlyMap<string, Source> = new Map([['row', options]])) {
    this.#options = options
    this.#depth = depth
    this.#sources = sources
  }

  compile(node: Ast): Fragment {
    if (!referencesOf(node).some(([root]) => this.#sources.has(root!)) && !usesRowFunctions(node)) return constantFragment(node)
    switch (node.kind) {
      case 'member':
        return this.member(node.object, node.property, node)
      case 'index':
        return this.index(node.object, node.index, node)
      case 'has':
        return isPresent(this.member(node.object, node.property, node))
      case 'unary':
        return node.op === '!' ? negation(this.compile(node.operand)) : minus(this.number(node.operand))
      case 'conditional':
        return this.conditional(this.compile(node.test), [this.compile(node.yes), this.compile(node.no)], node)
      case 'binary':
        return this.binary(node)
      case 'call':
        return this.call(node)
      case 'macro':
        return this.exists(node)
      default:
        return this.refuse(node, 'has no counterpart in SQL')
    }
  }

  refuse(node: Ast, reason: string): never {
    const { cel, entity } = this.#options
    throw new AgonError('CEL_SQL', { expression: cel, part: cel.slice(node.start, node.end), reason, entity: entity.id })
  }

  member(object: Ast, property: string, node: Ast): Fragment {
    const source = object.kind === 'ident' ? this.#sources.get(object.name) : undefined
    if (source) return this.field(source, property, node)
    const target = this.compile(object)
    if (target.refersTo) return this.referred(target, { entityId: target.refersTo, property, path: object }, node)
    if (target.kind !== 'json') this.refuse(node, `a ${target.kind} has no field "${property}"`)
    return jsonFragment((at) => `(${target.write(at, 'exact')} -> ${literal(property)})`)
  }

  /** A field of the row that a ref points at; null when there is none. */
  referred(reference: Fragment, { entityId, property, path }: { entityId: string; property: string; path: Ast }, node: Ast): Fragment {
    const { platform, cel } = this.#options
    const entity = platform.get('entity', entityId)
    const table = quote(tableName(entityId))
    const fieldOf = (alias: string) => new SqlCompiler(this.#options, this.#depth + 1).field({ entity, alias }, property, node)
    const alias = `r${this.#depth + 1}`
    const inner = fieldOf(alias)
    const way = cel.slice(path.start, path.end)
    const joinAlias = `${this.#options.alias}_${way.replaceAll('.', '_')}`
    const joined = /^row(\.\w+)+$/.test(way) && joinAlias.length <= MAX_ALIAS ? fieldOf(joinAlias) : null
    const { fails: _fails, choice: _choice, ...plain } = inner
    return {
      ...plain,
      nullable: true,
      present: false,
      write: (at, mode) => {
        const id = reference.write(at, 'exact')
        if (joined && at.writer.join(joinAlias, table, id)) return joined.write(at, mode)
        return `(SELECT ${inner.write(at, mode)} FROM ${table} ${alias} WHERE ${alias}."id" = ${id})`
      },
    }
  }

  index(object: Ast, key: Ast, node: Ast): Fragment {
    const rows = relatedRows(object)
    if (rows) return this.firstOf(rows, key, node)
    if (key.kind === 'literal' && typeof key.value === 'string') return this.member(object, key.value, node)
    const target = this.compile(object)
    const position = this.compile(key)
    if (target.kind !== 'json' || !position.constant)
      this.refuse(node, 'only json is read by a computed key, and the key may not depend on the row')
    return jsonFragment((at) => {
      const value = position.constant?.(at.scope)
      if (typeof value === 'string') return `(${target.write(at, 'exact')} -> ${at.writer.value(value, 'text')})`
      if (Number.isSafeInteger(value) && (value as number) >= 0)
        return `(${target.write(at, 'exact')} -> ${at.writer.value(value, 'integer')})`
      return 'NULL::jsonb'
    })
  }

  field({ entity, alias, present }: Source, name: string, node: Ast): Fragment {
    const { platform } = this.#options
    const field = entityField(entity, name)
    if (!field) this.refuse(node, `${entity.id} has no field "${name}"`)
    if (field.computed) return this.computed({ entity, alias, present }, field.computed.cel, node)
    const column = alias ? `${alias}.${quote(name)}` : quote(name)
    return { ...columnFragment(field, column, platform), present: field.required === true || present?.has(name) === true }
  }

  computed(source: Source, cel: string, node: Ast): Fragment {
    if (this.#depth >= MAX_COMPUTED_DEPTH) this.refuse(node, 'computed fields refer to each other in a circle')
    const { platform } = this.#options
    return new SqlCompiler({ platform, ...source, cel }, this.#depth + 1).compile(compileExpression(cel).ast)
  }

  /** `rows('a.b').exists(m, ...)` */
  exists(node: MacroNode): Fragment {
    const rows = relatedRows(node.target)
    if (node.name !== 'exists' || rows === null || rows.value !== null) return this.refuse(node, 'has no counterpart in SQL')
    const { from } = this.subquery(withFilter(rows, node, node.body), node)
    return { kind: 'boolean', write: (at) => `EXISTS (SELECT ${from(at)})` }
  }

  /** `size(...)`, `sum(...)`, `min(...)` and `max(...)` of other rows. */
  total(name: string, rows: RelatedRows, node: Ast): Fragment {
    const { from, value } = this.subquery(rows, node)
    if (name === 'size')
      return { kind: 'number', native: 'integer', present: true, write: (at) => `(SELECT count(*)::integer ${from(at)})` }
    if (value === null) return this.refuse(node, `${name}() is of values: rows(...).map(m, m.field)`)
    if (name !== 'sum')
      return { kind: value.kind, nullable: true, write: (at) => `(SELECT ${name}(${value.write(at, 'exact')}) ${from(at)})` }
    const number = as(value, 'number') ?? this.refuse(node, `a ${value.kind} is no number`)
    return { kind: 'number', present: true, write: (at) => `(SELECT coalesce(sum(${number.write(at, 'exact')}), 0)::float8 ${from(at)})` }
  }

  /** `rows(...).map(m, m.field)[0]`: of the oldest row, null when there is none. */
  firstOf(rows: RelatedRows, key: Ast, node: Ast): Fragment {
    const { from, value, alias } = this.subquery(rows, node)
    if (value === null || key.kind !== 'literal' || key.value !== 0)
      return this.refuse(node, 'of other rows the value of the first is read: map(m, m.field)[0]')
    const { fails: _fails, choice: _choice, ...plain } = value
    const write: Fragment['write'] = (at, mode) => `(SELECT ${value.write(at, mode)} ${from(at)} ORDER BY ${alias}."id" LIMIT 1)`
    return { ...plain, nullable: true, present: false, write }
  }

  /** FROM and WHERE of other rows, and the value that is taken of each. */
  subquery({ entity: id, filters, value }: RelatedRows, node: Ast) {
    const { platform } = this.#options
    const entity = platform.documents.entity.get(id) ?? this.refuse(node, `there is no entity "${id}"`)
    const alias = `q${this.#depth + 1}`
    const over = ({ variable, body }: OverRow) =>
      new SqlCompiler(this.#options, this.#depth + 1, new Map(this.#sources).set(variable, { entity, alias })).compile(body)
    const conditions = filters.map(over)
    const where = (at: Target) => conditions.map((each) => conditionOf(each, at, 'filter')).join(' AND ') || 'TRUE'
    return { alias, value: value && over(value), from: (at: Target) => `FROM ${quote(tableName(id))} ${alias} WHERE ${where(at)}` }
  }

  /** `row.organisationId in reach('code', 'organisation')` */
  reached(item: Fragment, { args: [permission, scope] }: CallNode): Fragment {
    const [asked, kind] = [evaluateConstant(permission!), evaluateConstant(scope!)]
    return condition((at) => {
      const ids = reachedBy(at.scope, asked(at.scope), String(kind(at.scope)))
      if (ids === null) return 'TRUE'
      if (item.constant) return ids.includes(String(item.constant(at.scope))) ? 'TRUE' : 'FALSE'
      const known = item.kind === 'id' ? ids.filter((each) => ID.test(each)) : ids
      if (known.length === 0) return 'FALSE'
      return `${item.write(at, 'exact')} = ANY(${at.writer.value(known, item.kind === 'id' ? 'bigint[]' : 'text[]')})`
    })
  }

  binary(node: BinaryNode): Fragment {
    const left = this.compile(node.left)
    if (node.op === 'in') return this.membership(left, node)
    const right = this.compile(node.right)
    switch (node.op) {
      case '&&':
      case '||':
        return logic(node.op === '&&' ? 'AND' : 'OR', left, right)
      case '==':
        return equality(left, right)
      case '!=':
        return negation(equality(left, right))
      case '<':
      case '<=':
      case '>':
      case '>=':
        return isAsked(node) ? replanned(this.order(node.op, left, right, node)) : this.order(node.op, left, right, node)
      default:
        return this.arithmetic(node, left, right)
    }
  }

  arithmetic(node: BinaryNode, left: Fragment, right: Fragment): Fragment {
    const kinds = [left, right].map((side) => side.literalKind ?? side.kind)
    if (node.op === '+' && kinds.includes('string')) {
      const sides = [left, right].map((side) => as(side, 'string'))
      if (sides.includes(null)) this.refuse(node, 'a text is only joined with a text')
      const isKnown = (scope: ConstantScope) => sides.every((side) => knownIn(side!, scope))
      return { kind: 'string', isKnown, write: (at) => `(${sides.map((side) => side!.write(at, 'exact')).join(' || ')})` }
    }
    const sides = [left, right].map((side) => as(side, 'number') ?? this.refuse(node, `${side.kind} is no number`))
    const [a, b] = sides.map((side) => (at: Target) => `(${side.write(at, 'exact')})::float8`) as [
      (at: Target) => string,
      (at: Target) => string,
    ]
    if (node.op === '/' || node.op === '%') {
      if (!right.constant) this.refuse(node, 'the divisor may not depend on the row')
      return node.op === '/'
        ? { kind: 'number', write: (at) => `(${a(at)} / NULLIF(${b(at)}, 0))` }
        : { kind: 'number', write: (at) => remainder(a(at), b(at)) }
    }
    return { kind: 'number', write: (at) => `(${a(at)} ${node.op} ${b(at)})` }
  }

  number(node: Ast): Fragment {
    const fragment = this.compile(node)
    return as(fragment, 'number') ?? this.refuse(node, `a ${fragment.kind} is no number`)
  }

  text(node: Ast): Fragment {
    const fragment = this.compile(node)
    return as(fragment, 'string') ?? this.refuse(node, `a ${fragment.kind} is no text`)
  }

  order(op: string, left: Fragment, right: Fragment, node: Ast): Fragment {
    if (left.constant) return this.order(FLIPPED[op]!, right, left, node)
    const write = right.constant ? orderWithConstant(op, left, right) : orderOfTwo(op, left, right)
    if (!write) this.refuse(node, `${left.kind} and ${right.kind} have no order in SQL`)
    return right.constant ? { kind: 'boolean', write, fails: orderFails(op, left, right, write) } : { kind: 'boolean', write }
  }

  membership(item: Fragment, node: BinaryNode): Fragment {
    if (node.right.kind === 'list' && referencesOf(node.right).some(([root]) => root === 'row')) {
      const tests = node.right.items.map((member) => equality(item, this.compile(member)))
      return tests.length === 0 ? condition(() => 'FALSE') : tests.reduce((all, test) => logic('OR', all, test))
    }
    if (node.right.kind === 'call' && node.right.name === 'reach') return this.reached(item, node.right)
    const container = this.compile(node.right)
    if (container.constant) return amongConstants(item, container)
    if (container.kind !== 'json') this.refuse(node, `nothing is in a ${container.kind}`)
    return condition((at) => {
      const list = container.write(at, 'exact')
      const member = asJson(item).write(at, 'exact')
      const key = as(item, 'string')?.write(at, 'exact')
      const inObject = key ? ` WHEN 'object' THEN NULLIF(${list} -> ${key}, 'null'::jsonb) IS NOT NULL` : ''
      return `CASE jsonb_typeof(${list}) WHEN 'array' THEN ${list} @> coalesce(${member}, 'null'::jsonb)${inObject} END`
    })
  }

  conditional(test: Fragment, branches: Fragment[], node: Ast): Fragment {
    const kind = branches.map(({ kind, literalKind }) => literalKind ?? kind).find((found) => found !== 'constant')
    if (!kind) this.refuse(node, 'the kind of both branches is only known at the request')
    const [yes, no] = branches.map((branch) => as(branch, kind) ?? this.refuse(node, 'the branches are of different kinds')) as [
      Fragment,
      Fragment,
    ]
    return {
      kind,
      nullable: true,
      choice: { test, yes: branches[0]!, no: branches[1]! },
      write: (at) => `CASE WHEN ${conditionOf(test, at, 'filter')} THEN ${yes.write(at, 'exact')} ELSE ${no.write(at, 'exact')} END`,
    }
  }

  call(node: CallNode): Fragment {
    const compile = Object.hasOwn(FUNCTIONS, node.name) ? FUNCTIONS[node.name] : undefined
    if (!compile) this.refuse(node, `${node.name}() has no counterpart in SQL`)
    return compile(this, node.receiver ? [node.receiver, ...node.args] : [...node.args], node)
  }
}

const FLIPPED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }

const FUNCTIONS: Readonly<Record<string, (compiler: SqlCompiler, args: Ast[], node: CallNode) => Fragment>> = {
  startsWith: textTest((text, part) => `starts_with(${text}, ${part})`),
  endsWith: textTest((text, part) => `right(${text}, char_length(${part})) = ${part}`),
  contains: textTest((text, part) => `strpos(${text}, ${part}) > 0`),
  everywhere(_compiler, [permission]) {
    const asked = evaluateConstant(permission!)
    const fragment: Fragment = {
      kind: 'constant',
      literalKind: 'boolean',
      constant: (scope) => reachedBy(scope, asked(scope), '') === null,
      write: (at) => anyConstant(fragment, at),
    }
    return fragment
  },
  addDays(compiler, [date, days], node) {
    const from = compiler.compile(date!)
    const { kind } = from
    if (kind !== 'date' && kind !== 'datetime') return compiler.refuse(node, 'only a date or a datetime of a row is moved in SQL')
    const count = compiler.number(days!)
    return { kind, write: (at) => movedDays(kind, from.write(at, 'exact'), count.write(at, 'exact')) }
  },
  addMinutes(compiler, [date, minutes], node) {
    const from = compiler.compile(date!)
    if (from.kind !== 'datetime') return compiler.refuse(node, 'only a datetime of a row is moved by minutes in SQL')
    const count = compiler.number(minutes!)
    return { kind: 'datetime', write: (at) => movedMinutes(from.write(at, 'exact'), count.write(at, 'exact')) }
  },
  sum: (compiler, [only], node) => totalOf(compiler, only!, node),
  min: (compiler, [only], node) => totalOf(compiler, only!, node),
  max: (compiler, [only], node) => totalOf(compiler, only!, node),
  size(compiler, [only], node) {
    const rows = relatedRows(only!)
    if (rows) return compiler.total('size', rows, node)
    const fragment = compiler.compile(only!)
    if (fragment.kind === 'json') return { kind: 'number', write: (at) => jsonSize(fragment.write(at, 'exact')) }
    const text = as(fragment, 'string') ?? compiler.refuse(node, `a ${fragment.kind} has no size`)
    return { kind: 'number', write: (at) => `coalesce(char_length(${text.write(at, 'exact')}), 0)` }
  },
  string(compiler, [only], node) {
    const fragment = compiler.compile(only!)
    if (fragment.native === 'integer') return castToText(fragment)
    return as(fragment, 'string') ?? compiler.refuse(node, `a ${fragment.kind} is not made a text in SQL`)
  },
  coalesce(compiler, args, node) {
    const fragments = args.map((arg) => compiler.compile(arg))
    const kind = fragments.map(({ kind, literalKind }) => literalKind ?? kind).find((found) => found !== 'constant')!
    const same = fragments.map((fragment) => as(fragment, kind) ?? compiler.refuse(node, 'the arguments are of different kinds'))
    return { kind, nullable: true, write: (at) => `coalesce(${same.map((fragment) => fragment.write(at, 'exact')).join(', ')})` }
  },
}

/** NULL for a day that is no date of four digits, as in JavaScript. */
function movedDays(kind: 'date' | 'datetime', date: string, days: string): string {
  const moved = `(${date} + trunc(${days})::integer${kind === 'date' ? '' : " * interval '24 hours'"})`
  const inYears = `CASE WHEN ${moved} >= '0001-01-01' AND ${moved} < '10000-01-01' THEN ${moved} END`
  return `CASE WHEN abs(${days}) < ${LONGEST_MOVE} THEN ${inYears} END`
}
/** The same by minutes. */
function movedMinutes(date: string, minutes: string): string {
  const moved = `(${date} + trunc(${minutes})::bigint * interval '1 minute')`
  const inYears = `CASE WHEN ${moved} >= '0001-01-01' AND ${moved} < '10000-01-01' THEN ${moved} END`
  return `CASE WHEN abs(${minutes}) < ${LONGEST_MOVE * MINUTES_PER_DAY} THEN ${inYears} END`
}
const MINUTES_PER_DAY = 1440
/** More days than there are in ten thousand years. */
const LONGEST_MOVE = 4_000_000

function totalOf(compiler: SqlCompiler, list: Ast, node: CallNode): Fragment {
  const rows = relatedRows(list)
  return rows ? compiler.total(node.name, rows, node) : compiler.refuse(node, `${node.name}() has no counterpart in SQL but of other rows`)
}

function textTest(sql: (text: string, part: string) => string) {
  return (compiler: SqlCompiler, [text, part]: Ast[]): Fragment => {
    const [whole, piece] = [compiler.text(text!), compiler.text(part!)]
    return condition((at) => sql(whole.write(at, 'exact'), piece.write(at, 'exact')))
  }
}

/** NULL for a fraction and for a divisor of 0. By way of text: a cast from float8 to numeric keeps 15 digits only. */
function remainder(a: string, b: string): string {
  const numeric = (value: string) => `CASE WHEN ${value} = trunc(${value}) THEN ${value}::text::numeric END`
  return `mod(${numeric(a)}, NULLIF(${numeric(b)}, 0))::float8`
}

function jsonSize(json: string): string {
  return `CASE jsonb_typeof(${json}) WHEN 'array' THEN jsonb_array_length(${json}) WHEN 'object' THEN (SELECT count(*)::integer FROM jsonb_object_keys(${json})) WHEN 'string' THEN char_length(${json} #>> '{}') ELSE 0 END`
}

function constantFragment(node: Ast): Fragment {
  const constant = evaluateConstant(node)
  const literalKind = node.kind === 'literal' ? LITERAL_KINDS[typeof node.value] : undefined
  const fragment: Fragment = { kind: 'constant', constant, write: (at) => anyConstant(fragment, at) }
  return literalKind ? { ...fragment, literalKind } : fragment
}
const LITERAL_KINDS: Readonly<Record<string, SqlKind>> = { string: 'string', number: 'number', boolean: 'boolean' }

/** A constant whose kind does not follow from the expression: its value decides. */
function anyConstant(fragment: Fragment, { writer, scope }: Target): string {
  const value = fragment.constant?.(scope) ?? null
  if (value === null) return 'NULL'
  if (typeof value === 'object') return writer.value(JSON.stringify(value), 'jsonb')
  return writer.value(value, typeof value === 'number' ? 'float8' : typeof value === 'boolean' ? 'boolean' : 'text')
}

function columnFragment(field: EntityField, column: string, platform: Platform): Fragment {
  const write = () => column
  switch (field.type) {
    case 'integer':
      return { kind: 'number', native: 'integer', write }
    case 'number':
      return { kind: 'number', native: 'float8', write }
    case 'money':
      return { kind: 'number', native: 'numeric', write }
    case 'enum':
      return enumIsInteger(field, platform) ? { kind: 'number', native: 'integer', write } : { kind: 'string', write }
    case 'boolean':
      return { kind: 'boolean', nullable: true, write }
    case 'date':
      return { kind: 'date', write }
    case 'datetime':
      return { kind: 'datetime', write }
    case 'ref':
      return { kind: 'id', write, refersTo: field.entity }
    case 'localText':
    case 'json':
    case 'file':
    case 'files':
      return jsonFragment(write)
    default:
      return { kind: 'string', write }
  }
}

/** JSON's null is null. */
function jsonFragment(path: (at: Target) => string): Fragment {
  return { kind: 'json', write: (at) => `NULLIF(${path(at)}, 'null'::jsonb)` }
}

/** A test that gives NULL for null operands: false, wherever that makes a difference. */
function condition(write: (at: Target) => string): Fragment {
  return { kind: 'boolean', write: (at, mode) => known(write(at), mode) }
}
function known(sql: string, mode: Mode): string {
  if (sql === 'TRUE' || sql === 'FALSE') return sql
  return mode === 'filter' ? `(${sql})` : `coalesce(${sql}, FALSE)`
}

/** Any fragment where true or false is asked for. */
function conditionOf(fragment: Fragment, at: Target, mode: Mode): string {
  if (fragment.constant) return fragment.constant(at.scope) === true ? 'TRUE' : 'FALSE'
  const bool = as(fragment, 'boolean')
  if (!bool) return 'FALSE'
  const sql = bool.write(at, mode)
  return mode === 'exact' && bool.nullable ? `coalesce(${sql}, FALSE)` : sql
}

function logic(word: 'AND' | 'OR', left: Fragment, right: Fragment): Fragment {
  return {
    kind: 'boolean',
    write: (at, mode) =>
      joined(
        word,
        at,
        () => conditionOf(left, at, mode),
        () => conditionOf(right, at, mode),
      ),
    fails: (at) =>
      joined(
        word === 'AND' ? 'OR' : 'AND',
        at,
        () => failing(left, at),
        () => failing(right, at),
      ),
  }
}

/** Joins two conditions. When a constant one decides the result, the other is left out with its parameters. */
function joined(word: 'AND' | 'OR', { writer }: Target, left: () => string, right: () => string): string {
  const [neutral, decisive] = word === 'AND' ? ['TRUE', 'FALSE'] : ['FALSE', 'TRUE']
  const before = writer.values.length
  const one = left()
  if (one === decisive) return decisive
  const other = right()
  if (other === decisive) {
    writer.values.length = before
    return decisive
  }
  if (one === neutral) return other
  return other === neutral ? one : `(${one} ${word} ${other})`
}

/** The condition that a test does not hold: it is false, or a fault. */
function failing(test: Fragment, at: Target): string {
  if (test.constant) return test.constant(at.scope) === true ? 'FALSE' : 'TRUE'
  if (test.fails) return test.fails(at)
  const sql = conditionOf(test, at, 'filter')
  return sql === 'TRUE' ? 'FALSE' : sql === 'FALSE' ? 'TRUE' : `(${sql} IS NOT TRUE)`
}

function negation(fragment: Fragment): Fragment {
  return { kind: 'boolean', write: (at) => `NOT ${conditionOf(fragment, at, 'exact')}` }
}

function minus(number: Fragment): Fragment {
  return { kind: 'number', write: (at) => `(- (${number.write(at, 'exact')})::float8)` }
}

/** Whether the caller provides the value that is compared. */
function isAsked(node: Ast): boolean {
  return referencesOf(node).some(([root]) => root === 'input' || root === 'value')
}

function replanned(fragment: Fragment): Fragment {
  const write: Fragment['write'] = (at, mode) => {
    at.writer.replan()
    return fragment.write(at, mode)
  }
  return { ...fragment, write }
}

function isPresent(fragment: Fragment): Fragment {
  return { kind: 'boolean', write: (at) => `(${fragment.write(at, 'exact')} IS NOT NULL)` }
}

function equality(left: Fragment, right: Fragment): Fragment {
  if (left.constant && right.constant) return condition((at) => (left.constant!(at.scope) === right.constant!(at.scope) ? 'TRUE' : 'FALSE'))
  if (left.constant) return equality(right, left)
  if (right.constant) return equalityWithConstant(left, right)
  const pair = comparable(left, right)
  if (!pair) return condition((at) => `${left.write(at, 'exact')} IS NULL AND ${right.write(at, 'exact')} IS NULL`)
  // an index serves = alone, which says the same where one side is never null
  return condition((at) => {
    const same = [left, right, ...pair].some((side) => knownIn(side, at.scope)) ? '=' : 'IS NOT DISTINCT FROM'
    return `${pair[0].write(at, 'exact')} ${same} ${pair[1].write(at, 'exact')}`
  })
}

function knownIn({ present, isKnown }: Fragment, scope: ConstantScope): boolean {
  return present === true || isKnown?.(scope) === true
}

function equalityWithConstant(left: Fragment, right: Fragment): Fragment {
  const valueAt = (at: Target) => right.constant!(at.scope) ?? null
  const plain = condition((at) => {
    const value = valueAt(at)
    if (value === null) return left.present ? 'FALSE' : `${left.write(at, 'exact')} IS NULL`
    const sql = left.write(at, 'exact')
    const parameter = parameterFor(left, value, at.writer)
    return parameter === null ? 'FALSE' : `${sql} = ${parameter}`
  })
  if (isChoice(left)) return condition((at) => chosen(left, valueAt(at), at))
  return {
    ...plain,
    fails(at) {
      if (valueAt(at) === null) return left.present ? 'TRUE' : `(${left.write(at, 'exact')} IS NOT NULL)`
      return `(${plain.write(at, 'filter')} IS NOT TRUE)`
    },
  }
}

/** Whether a value is chosen among constants by tests alone. */
function isChoice({ choice }: Fragment): boolean {
  return choice !== undefined && [choice.yes, choice.no].every((branch) => branch.constant !== undefined || isChoice(branch))
}

/** Condition under which a choice has a value, made of its tests. Unlike the choice itself it can be looked up in an index. */
function chosen({ constant, choice }: Fragment, value: unknown, at: Target): string {
  if (constant) return (constant(at.scope) ?? null) === value ? 'TRUE' : 'FALSE'
  const { test, yes, no } = choice!
  return joined(
    'OR',
    at,
    () =>
      joined(
        'AND',
        at,
        () => conditionOf(test, at, 'filter'),
        () => chosen(yes, value, at),
      ),
    () =>
      joined(
        'AND',
        at,
        () => failing(test, at),
        () => chosen(no, value, at),
      ),
  )
}

/** Two fragments of one kind, or null when values of theirs are never equal unless both are null. */
function comparable(left: Fragment, right: Fragment): [Fragment, Fragment] | null {
  if (left.kind === right.kind) return [left, right]
  if (left.kind === 'json' || right.kind === 'json') return [asJson(left), asJson(right)]
  const texts = [as(left, 'string'), as(right, 'string')]
  return texts[0] && texts[1] ? [texts[0], texts[1]] : null
}

/** A constant as a parameter that a fragment can be compared with, null when it is of another kind. Keeps the column's type, so that indexes serve. */
function parameterFor(fragment: Fragment, value: unknown, writer: SqlWriter): string | null {
  switch (fragment.kind) {
    case 'number':
      return typeof value === 'number' ? writer.value(value, numberType(fragment.native, value)) : null
    case 'boolean':
      return typeof value === 'boolean' ? writer.value(value, 'boolean') : null
    case 'json':
      return writer.value(JSON.stringify(value), 'jsonb')
    case 'id':
      return typeof value === 'string' && ID.test(value) ? writer.value(value, 'bigint') : null
    case 'datetime':
      return isDatetime(value) ? writer.value(value, 'timestamptz') : null
    case 'date':
      return isDate(value) ? writer.value(value, 'date') : null
    default:
      return typeof value === 'string' && !value.includes('\0') ? writer.value(value, 'text') : null
  }
}

const ID = /^(?:0|[1-9]\d{0,17})$/
const INTEGER_LIMIT = 2 ** 31
const DATETIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const DATE = /^\d{4}-\d{2}-\d{2}$/

function numberType(native: string | undefined, value: number): string {
  if (native === 'integer' && Number.isInteger(value) && Math.abs(value) < INTEGER_LIMIT) return 'integer'
  return native === 'numeric' && Number.isSafeInteger(value) ? 'numeric' : 'float8'
}
function isDatetime(value: unknown): value is string {
  return typeof value === 'string' && DATETIME.test(value) && new Date(value).toJSON() === value && !value.startsWith('0000')
}
function isDate(value: unknown): value is string {
  return typeof value === 'string' && DATE.test(value) && isDatetime(`${value}T00:00:00.000Z`)
}

type Write = (at: Target, mode: Mode) => string
/** A test of kinds that have no order: neither true nor false, as a fault is. */
const FAULT = 'NULL::boolean'

function orderWithConstant(op: string, left: Fragment, right: Fragment): Write | null {
  if (left.kind === 'boolean') return null
  const text = as(left, 'string')
  return (at, mode) => {
    const value = right.constant!(at.scope) ?? null
    if (value === null) return 'FALSE'
    if (left.kind === 'json') return jsonOrder(op, left.write(at, 'exact'), value, at.writer)
    const typed = left.kind === 'number' || (left.kind === 'datetime' && isDatetime(value)) || (left.kind === 'date' && isDate(value))
    if (typed) {
      const parameter = parameterFor(left, value, at.writer)
      return parameter === null ? FAULT : known(`${left.write(at, 'exact')} ${op} ${parameter}`, mode)
    }
    if (!text || typeof value !== 'string' || value.includes('\0')) return FAULT
    return known(`(${text.write(at, 'exact')}) COLLATE "C" ${op} ${at.writer.value(value, 'text')}`, mode)
  }
}

/** Negation of a comparison of order. */
function orderFails(op: string, left: Fragment, right: Fragment, write: Write): (at: Target) => string {
  return (at) => {
    const value = right.constant!(at.scope) ?? null
    if (value === null) return 'TRUE'
    const ordered = left.kind === 'number' ? typeof value === 'number' : left.kind === 'datetime' ? isDatetime(value) : false
    if (!ordered) return `(${write(at, 'filter')} IS NOT TRUE)`
    const column = left.write(at, 'exact')
    const opposite = `${column} ${OPPOSITE[op]} ${parameterFor(left, value, at.writer)}`
    return left.present ? `(${opposite})` : `(${opposite} OR ${column} IS NULL)`
  }
}
const OPPOSITE: Readonly<Record<string, string>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' }

function jsonOrder(op: string, json: string, value: unknown, writer: SqlWriter): string {
  const number = typeof value === 'number'
  if (!number && (typeof value !== 'string' || value.includes('\0'))) return FAULT
  const operand = number ? `(${json} #>> '{}')::float8` : `(${json} #>> '{}') COLLATE "C"`
  const test = `${operand} ${op} ${writer.value(value, number ? 'float8' : 'text')}`
  return `CASE WHEN ${json} IS NULL THEN FALSE WHEN jsonb_typeof(${json}) = '${number ? 'number' : 'string'}' THEN ${test} END`
}

function orderOfTwo(op: string, left: Fragment, right: Fragment): Write | null {
  if (left.kind === right.kind && (left.kind === 'number' || left.kind === 'datetime' || left.kind === 'date')) {
    return (at, mode) => known(`${left.write(at, 'exact')} ${op} ${right.write(at, 'exact')}`, mode)
  }
  if (left.kind === 'number' || right.kind === 'number') {
    const numbers = [as(left, 'number'), as(right, 'number')]
    return numbers[0] && numbers[1] ? orderOfTwo(op, numbers[0], numbers[1]) : null
  }
  if (!TEXTUAL.includes(left.kind) && !TEXTUAL.includes(right.kind)) return null
  const [a, b] = [as(left, 'string'), as(right, 'string')]
  if (!a || !b) return null
  return (at, mode) => known(`(${a.write(at, 'exact')}) COLLATE "C" ${op} (${b.write(at, 'exact')}) COLLATE "C"`, mode)
}

function amongConstants(item: Fragment, container: Fragment): Fragment {
  return condition((at) => {
    const value = container.constant!(at.scope)
    if (item.constant) return isAmong(item.constant(at.scope), value) ? 'TRUE' : 'FALSE'
    const sql = item.write(at, 'exact')
    const members = Array.isArray(value) ? value : typeof value === 'object' && value !== null ? keysWithValue(value) : []
    const parameters = members.flatMap((member) => (member == null ? [] : (parameterFor(item, member, at.writer) ?? [])))
    const tests = [
      ...(parameters.length > 0 ? [`${sql} IN (${parameters.join(', ')})`] : []),
      ...(members.some((member) => member == null) ? [`${sql} IS NULL`] : []),
    ]
    return tests.length > 0 ? tests.join(' OR ') : 'FALSE'
  })
}

function isAmong(item: unknown, container: unknown): boolean {
  if (Array.isArray(container)) return container.includes(item)
  return typeof container === 'object' && container !== null && keysWithValue(container).includes(item as string)
}
function keysWithValue(map: object): string[] {
  return Object.entries(map).flatMap(([key, value]) => (value == null ? [] : [key]))
}

/** The same value as another kind; null when there is no faithful way. */
function as(fragment: Fragment, kind: SqlKind): Fragment | null {
  if (fragment.kind === kind) return fragment
  if (fragment.constant) return constantAs(fragment, kind)
  if (fragment.kind === 'json') return jsonAs(fragment, kind)
  if (kind === 'json') return asJson(fragment)
  if (kind !== 'string') return null
  if (fragment.kind === 'id' || fragment.kind === 'date') return castToText(fragment)
  if (fragment.kind === 'datetime') return { kind, write: (at) => datetimeText(fragment.write(at, 'exact')) }
  return null
}

function castToText(fragment: Fragment): Fragment {
  return { kind: 'string', present: fragment.present === true, write: (at) => `(${fragment.write(at, 'exact')})::text` }
}

/** A datetime as the wire writes it. */
export function datetimeText(sql: string): string {
  return `to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

function constantAs(fragment: Fragment, kind: SqlKind): Fragment {
  const model: Fragment = { kind, write: () => '' }
  const valueIn = (scope: ConstantScope) => fragment.constant!(scope) ?? null
  return {
    kind,
    isKnown: (scope) => parameterFor(model, valueIn(scope), new SqlWriter()) !== null,
    write: (at) => parameterOrNull(model, valueIn(at.scope), at.writer),
  }
}
function parameterOrNull(model: Fragment, value: unknown, writer: SqlWriter): string {
  return (value === null ? null : parameterFor(model, value, writer)) ?? `NULL::${NULL_TYPES[model.kind]}`
}
const NULL_TYPES: Readonly<Record<SqlKind, string>> = {
  boolean: 'boolean',
  number: 'float8',
  string: 'text',
  id: 'bigint',
  datetime: 'timestamptz',
  date: 'date',
  json: 'jsonb',
  constant: 'text',
}

function jsonAs(fragment: Fragment, kind: SqlKind): Fragment | null {
  const type = { string: 'string', number: 'number', boolean: 'boolean' }[kind as string]
  if (!type) return null
  const cast = kind === 'string' ? '' : kind === 'number' ? '::float8' : '::boolean'
  return {
    kind,
    nullable: true,
    write(at) {
      const json = fragment.write(at, 'exact')
      return `CASE WHEN jsonb_typeof(${json}) = '${type}' THEN (${json} #>> '{}')${cast} END`
    },
  }
}

function asJson(fragment: Fragment): Fragment {
  if (fragment.kind === 'json') return fragment
  if (fragment.constant) return constantAs(fragment, 'json')
  const text = TEXTUAL.includes(fragment.kind) ? as(fragment, 'string') : null
  return { kind: 'json', write: (at) => `to_jsonb(${(text ?? fragment).write(at, 'exact')})` }
}
