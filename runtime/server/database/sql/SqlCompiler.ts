/** Walks an expression, and makes a fragment of each part that reads the row. */
import type { EntityDocument } from '../../../core/documents.ts'
import { AgonError } from '../../../core/errors.ts'
import {
  type Ast,
  type BinaryNode,
  type CallNode,
  compileExpression,
  type MacroNode,
  referencesOf,
} from '../../../core/expressions/index.ts'
import { type OverRow, type RelatedRows, relatedRows, usesRowFunctions, withFilter } from '../../../core/expressions/relatedRows.ts'
import type { Platform } from '../../../core/platform.ts'
import { reachedBy } from '../asker.ts'
import { evaluateConstant } from '../evaluateConstant.ts'
import { entityField, literal, quote, tableName } from '../tableNames.ts'
import { arithmetic, minus } from './arithmetic.ts'
import { as, asJson } from './casts.ts'
import { amongConstants, equality } from './equality.ts'
import { columnFragment, condition, constantFragment, type Fragment, isPresent, jsonFragment, replanned, type Target } from './fragment.ts'
import { FUNCTIONS } from './functions.ts'
import { conditionOf, logic, negation } from './logic.ts'
import { FLIPPED, orderFails, orderOfTwo, orderWithConstant } from './order.ts'
import { ID } from './parameters.ts'

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

const MAX_COMPUTED_DEPTH = 20

/** Letters of a name in PostgreSQL. */
const MAX_ALIAS = 60

/** A row that a name stands for. */
type Source = Pick<CelToSqlOptions, 'entity' | 'alias' | 'present'>

export class SqlCompiler {
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
        return arithmetic(this, node, left, right)
    }
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

/** Whether the caller provides the value that is compared. */
function isAsked(node: Ast): boolean {
  return referencesOf(node).some(([root]) => root === 'input' || root === 'value')
}
