/** `sort` of a list -> ORDER BY; texts in the order of a dictionary. Only declared fields; the id makes the order total, so that pages neither overlap nor skip. */
import type { Operation } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { NAMES } from '../../core/typed/byName.ts'
import { celToSql } from '../database/celToSql.ts'
import type { SqlWriter } from '../database/SqlWriter.ts'
import { isNameText } from '../database/tableModel.ts'
import { quote, stepColumn } from '../database/tableNames.ts'
import type { CallRun } from './CallRun.ts'
import { outputReaders } from './fieldReaders.ts'
import { refuseInput } from './refuseInput.ts'
import { fieldValue, ROW, type RowSelection } from './rowSource.ts'

type Sort = Extract<Operation, { kind: 'list' | 'count' | 'export' }>['sort']
type WriteKey = (writer: SqlWriter, run: CallRun, descending: boolean) => string

export interface RowOrder {
  /** Text after ORDER BY. @throws CALL_INPUT for a field that is not offered */
  write(input: Readonly<Record<string, unknown>>, writer: SqlWriter, run: CallRun): string
  /** First column of a descending order that may be empty. Empty values come last; an index read in the other direction has them first. */
  gappy(sort: unknown): string | null
}

/** @throws CALL_COMPILE for a field that the entity does not have */
export function rowOrder(callId: string, selection: RowSelection, sort: Sort): RowOrder {
  const keys = new Map(
    [...(sort?.fields ?? []), ...(sort?.default ?? [])].map((name) => [bare(name), sortKey(callId, selection, bare(name))]),
  )
  const allowed = new Set(sort?.fields ?? [])
  const fallback = sort?.default ?? ['-id']
  const namesOf = (given: unknown) => (typeof given === 'string' && given !== '' ? given.split(',') : fallback)
  const write: RowOrder['write'] = (input, writer, run) => {
    const given = input.sort
    const seed = sort?.shuffle === undefined ? undefined : input[sort.shuffle]
    if (seed != null && (given == null || given === ''))
      return `md5(${writer.value(String(seed), 'text')} || ${ROW}."id"::text), ${ROW}."id"`
    const names = namesOf(given)
    if (names !== fallback && !names.every((name) => allowed.has(bare(name)))) refuseInput(callId, '/sort', 'enum')
    const parts = names.map((name) => (keys.get(bare(name)) ?? sortKey(callId, selection, bare(name)))(writer, run, name.startsWith('-')))
    const direction = names.at(-1)!.startsWith('-') ? ' DESC' : ''
    return names.some((name) => bare(name) === 'id') ? parts.join(', ') : [...parts, `${ROW}."id"${direction}`].join(', ')
  }
  return {
    write,
    gappy(given) {
      const [first = ''] = namesOf(given)
      const column = selection.model.columns.get(bare(first))
      return first.startsWith('-') && column && !column.notNull && column.field.type !== 'localText' ? `${ROW}.${quote(column.name)}` : null
    },
  }
}

function bare(name: string): string {
  return name.startsWith('-') ? name.slice(1) : name
}

/** `listId.position`: of the row that a ref points at. */
function pathKey({ entity, platform }: RowSelection, path: string): WriteKey {
  const value = celToSql({ cel: `row.${path}`, entity, platform, alias: ROW })
  return (writer, run, descending) => `${value.value(writer, run.scope(NO_INPUT))}${descending ? ' DESC NULLS LAST' : ''}`
}

function sortKey(callId: string, selection: RowSelection, name: string): WriteKey {
  if (name.includes('.')) return pathKey(selection, name)
  const column = selection.model.columns.get(name)
  if (!column && !selection.model.computed.has(name))
    throw new AgonError('CALL_COMPILE', { call: callId, reason: `${selection.entity.id} has no field "${name}" to sort by` })
  const assertReader = outputReaders(callId, selection, name)
  const value = fieldValue(selection, name)
  const json = column?.field.type === 'localText'
  // PostgreSQL puts NULL first when descending; for a column that has none the plain order keeps the index useful
  const last = column?.notNull ? '' : ' NULLS LAST'
  // an index over the steps has the order of the counter, except for rows of the same step
  const steps = selection.model.steps.includes(name) ? `${ROW}.${quote(stepColumn(name))}` : null
  return (writer, run, descending) => {
    assertReader(run.session)
    const plain = json ? `(${ROW}.${quote(name)} ->> '${run.lang}')` : value.value(writer, run.scope(NO_INPUT))
    const sql = json || isNameText(column?.field) ? `${plain} COLLATE ${NAMES}` : plain
    const keys = steps === null ? [sql] : [steps, sql]
    return keys.map((key) => (descending ? `${key} DESC${last}` : key)).join(', ')
  }
}
const NO_INPUT = {}
