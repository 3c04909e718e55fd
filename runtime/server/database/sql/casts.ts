/** A value as another kind, where there is a faithful way. */
import { SqlWriter } from '../SqlWriter.ts'
import type { ConstantScope, Fragment, SqlKind } from './fragment.ts'
import { parameterFor } from './parameters.ts'

export const TEXTUAL: readonly SqlKind[] = ['string', 'id', 'datetime', 'date']

/** The same value as another kind; null when there is no faithful way. */
export function as(fragment: Fragment, kind: SqlKind): Fragment | null {
  if (fragment.kind === kind) return fragment
  if (fragment.constant) return constantAs(fragment, kind)
  if (fragment.kind === 'json') return jsonAs(fragment, kind)
  if (kind === 'json') return asJson(fragment)
  if (kind !== 'string') return null
  if (fragment.kind === 'id' || fragment.kind === 'date') return castToText(fragment)
  if (fragment.kind === 'datetime') return { kind, write: (at) => datetimeText(fragment.write(at, 'exact')) }
  return null
}

/** What PostgreSQL writes the same way as the wire: ids, dates, integers. */
export function castToText(fragment: Fragment): Fragment {
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

/** Any value as jsonb. */
export function asJson(fragment: Fragment): Fragment {
  if (fragment.kind === 'json') return fragment
  if (fragment.constant) return constantAs(fragment, 'json')
  const text = TEXTUAL.includes(fragment.kind) ? as(fragment, 'string') : null
  return { kind: 'json', write: (at) => `to_jsonb(${(text ?? fragment).write(at, 'exact')})` }
}
