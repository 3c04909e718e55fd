/** A part of an expression as SQL: its kind, and how it is written into a statement. */
import type { EntityField } from '../../../core/documents.ts'
import type { Ast } from '../../../core/expressions/index.ts'
import type { Platform } from '../../../core/platform.ts'
import { evaluateConstant } from '../evaluateConstant.ts'
import type { SqlWriter } from '../SqlWriter.ts'
import { enumIsInteger } from '../tableNames.ts'

export type SqlKind = 'boolean' | 'number' | 'string' | 'id' | 'datetime' | 'date' | 'json' | 'constant'

/** Scope of the constant parts. */
export type ConstantScope = Readonly<Record<string, unknown>>

export type Mode = 'filter' | 'exact'

export interface Target {
  writer: SqlWriter
  scope: ConstantScope
}

export interface Fragment {
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

/** A part that does not read the row: evaluated when the statement is written. */
export function constantFragment(node: Ast): Fragment {
  const constant = evaluateConstant(node)
  const literalKind = node.kind === 'literal' ? LITERAL_KINDS[typeof node.value] : undefined
  const fragment: Fragment = { kind: 'constant', constant, write: (at) => anyConstant(fragment, at) }
  return literalKind ? { ...fragment, literalKind } : fragment
}

const LITERAL_KINDS: Readonly<Record<string, SqlKind>> = { string: 'string', number: 'number', boolean: 'boolean' }

/** A constant whose kind does not follow from the expression: its value decides. */
export function anyConstant(fragment: Fragment, { writer, scope }: Target): string {
  const value = fragment.constant?.(scope) ?? null
  if (value === null) return 'NULL'
  if (typeof value === 'object') return writer.value(JSON.stringify(value), 'jsonb')
  return writer.value(value, typeof value === 'number' ? 'float8' : typeof value === 'boolean' ? 'boolean' : 'text')
}

/** A column, of the kind that its field has. @param column  already quoted */
export function columnFragment(field: EntityField, column: string, platform: Platform): Fragment {
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
export function jsonFragment(path: (at: Target) => string): Fragment {
  return { kind: 'json', write: (at) => `NULLIF(${path(at)}, 'null'::jsonb)` }
}

/** A test that gives NULL for null operands: false, wherever that makes a difference. */
export function condition(write: (at: Target) => string): Fragment {
  return { kind: 'boolean', write: (at, mode) => known(write(at), mode) }
}

/** SQL that may give NULL, as a condition. */
export function known(sql: string, mode: Mode): string {
  if (sql === 'TRUE' || sql === 'FALSE') return sql
  return mode === 'filter' ? `(${sql})` : `coalesce(${sql}, FALSE)`
}

/** Whether it is not null. */
export function isPresent(fragment: Fragment): Fragment {
  return { kind: 'boolean', write: (at) => `(${fragment.write(at, 'exact')} IS NOT NULL)` }
}

/** The same; PostgreSQL plans its statement for the values of each time. */
export function replanned(fragment: Fragment): Fragment {
  const write: Fragment['write'] = (at, mode) => {
    at.writer.replan()
    return fragment.write(at, mode)
  }
  return { ...fragment, write }
}
