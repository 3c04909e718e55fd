/** `move`: puts a row some places up or down among the rows that share its `among`. Changes of one order wait for each other. Positions are numbered
 *  again, so that rows which shared a position differ. */
import type { MoveOperation } from '../../../core/documents.ts'
import { SqlWriter } from '../../database/SqlWriter.ts'
import { quote } from '../../database/tableNames.ts'
import { compileValue } from '../compileValue.ts'
import { createContext } from '../createContext.ts'
import { takeLock } from '../locks.ts'
import { ownColumn, ROW, rowCondition } from '../rowSource.ts'
import { type CompiledOperation, notFound, type OperationContext, selectionOf } from './operation.ts'

export function compileMove(context: OperationContext<MoveOperation>): CompiledOperation {
  const { operation } = context
  const { entity, by, where, among, position, lock } = operation
  const selection = selectionOf(context, entity)
  const one = rowCondition(selection, by, where)
  const all = rowCondition(selection, undefined, where)
  const placesOf = compileValue(operation.places)
  const table = quote(selection.model.name)
  return {
    transactional: true,
    async run(input, run, reach) {
      const scope = run.scope(input)
      const writer = new SqlWriter()
      const found = `SELECT ${ownColumn('id')} AS "id", ${ownColumn(among)} AS "among" FROM ${table} ${ROW} WHERE ${one.write(writer, scope, reach)}`
      const [row] = (await run.query<{ id: unknown; among: unknown }>(writer.statement(found))).rows
      if (!row) throw notFound(selection.entity, input)
      await takeLock(run.transaction!, `${lock}:${row.among}`)
      const listed = new SqlWriter()
      const own = `${ownColumn(among)} = ${listed.value(row.among, selection.model.columns.get(among)!.type)}`
      const order = `SELECT ${ownColumn('id')}::text AS "id" FROM ${table} ${ROW} WHERE ${own} AND ${all.write(listed, scope, null)} ORDER BY ${ownColumn(position)}, ${ownColumn('id')}`
      const ids = (await run.query<{ id: string }>(listed.statement(order))).rows.map(({ id }) => id)
      const id = String(row.id)
      const from = ids.indexOf(id)
      const to = from + Number(placesOf(scope))
      if (from < 0 || ids[to] === undefined) return { moved: false }
      ids.splice(from, 1)
      ids.splice(to, 0, id)
      const written = new SqlWriter()
      const places = `unnest(${written.value(ids, 'bigint[]')}) WITH ORDINALITY AS v("id", "place")`
      await run.query(written.statement(`UPDATE ${table} n SET ${quote(position)} = v."place" - 1 FROM ${places} WHERE n."id" = v."id"`))
      await createContext(run).rows.record({ entity, rowId: id, before: { [position]: from }, after: { [position]: to } })
      return { moved: true }
    },
  }
}
