/** What people call the rows that two fields of a list's rows name (`labelOf`): looked up when the list is read, by one statement for each entity of a
 *  page, and only where the session's reach to the list's own rows reaches that row too, as it stands now. */
import type { OutputField, RowName } from '../../core/documents.ts'
import { isId } from '../../core/idPattern.ts'
import { SqlWriter } from '../database/SqlWriter.ts'
import { entityField, quote } from '../database/tableNames.ts'
import type { Reach } from './accessRule.ts'
import type { CallRun } from './CallRun.ts'
import type { OperationContext } from './operations/operation.ts'
import { rowOutput } from './rowOutput.ts'
import { ROW, type RowSelection, rowCondition } from './rowSource.ts'

type Row = Record<string, unknown>
type Query = (ids: readonly string[], run: CallRun, reach: Reach) => Promise<ReadonlyMap<string, unknown>>

const LABEL = 'label'

/** Adds the labels to the rows of a page, in place. */
export function rowLabels(context: OperationContext, fields: readonly OutputField[]) {
  const wanted = fields.flatMap((field) => (typeof field !== 'string' && 'labelOf' in field ? [field] : []))
  const queries = new Map<string, Query>()
  const queryOf = (entity: string) => {
    const query = queries.get(entity) ?? labelQuery(context, entity)
    queries.set(entity, query)
    return query
  }
  return async (rows: Row[], run: CallRun, reach: Reach): Promise<void> => {
    for (const { name, labelOf } of wanted) {
      const labels = new Map<string, ReadonlyMap<string, unknown>>()
      for (const [entity, ids] of idsByEntity(rows, labelOf)) labels.set(entity, await queryOf(entity)(ids, run, reach))
      for (const row of rows) row[name] = labels.get(String(row[labelOf.entity]))?.get(String(row[labelOf.id])) ?? null
    }
  }
}

function idsByEntity(rows: readonly Row[], { entity, id }: RowName): Map<string, string[]> {
  const found = new Map<string, Set<string>>()
  for (const row of rows) {
    const key = String(row[entity])
    if (isId(String(row[id]))) found.set(key, (found.get(key) ?? new Set()).add(String(row[id])))
  }
  return new Map([...found].map(([key, ids]) => [key, [...ids]]))
}

function labelQuery({ call, platform, tables }: OperationContext, entityId: string): Query {
  const entity = platform.documents.entity.get(entityId)
  const model = tables.get(entityId)
  if (!entity?.label || !model) return async () => new Map()
  const selection: RowSelection = { entity, model, platform }
  const output = rowOutput(call.id, selection, ['id', { name: LABEL, from: entity.label }])
  const condition = rowCondition(selection, undefined, undefined)
  return async (ids, run, reach) => {
    const here = reachTo(selection, reach)
    if (here?.length === 0) return new Map()
    const writer = new SqlWriter()
    const scope = run.scope({})
    const text = `SELECT ${output.columns(writer, scope)} FROM ${quote(model.name)} ${ROW} ${output.joins}
      WHERE ${ROW}."id" = ANY(${writer.value(ids, 'bigint[]')}) AND ${condition.write(writer, scope, here)}`
    const { rows } = await run.query<Row>(writer.statement(text))
    return new Map((await output.shape(rows, scope, run.asker)).map((row) => [String(row.id), row[LABEL]]))
  }
}

/** The reach to rows that name an object in a field, as a reach to rows of another entity: by their field of that name, or by their own id. */
function reachTo({ entity }: RowSelection, reach: Reach): Reach {
  const itself = `${entity.id.split('.').at(-1)}Id`
  return (
    reach?.flatMap(({ field, ids }) => {
      const [first = '', ...rest] = field.split('.')
      if (entityField(entity, first)) return [{ field, ids }]
      return first === itself ? [{ field: rest.join('.') || 'id', ids }] : []
    }) ?? null
  )
}
