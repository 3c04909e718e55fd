/** `reveal`: one row with masked fields in full. Who saw which fields of which row, and why, is in the audit log before the reply leaves. */
import { SqlWriter } from '../../database/SqlWriter.ts'
import { literal, quote } from '../../database/tableNames.ts'
import { logWriter } from '../../log/logEntry.ts'
import { rowOutput } from '../rowOutput.ts'
import { ROW, rowCondition } from '../rowSource.ts'
import { type CompiledOperation, notFound, type OperationContext, type OperationOf, outputFields, selectionOf } from './operation.ts'

export function compileReveal(context: OperationContext<OperationOf<'reveal'>>): CompiledOperation {
  const { call, operation, platform } = context
  const selection = selectionOf(context, operation.entity)
  const condition = rowCondition(selection, operation.by, operation.where)
  const output = rowOutput(call.id, selection, outputFields(context), operation.fields)
  const log = logWriter(platform, selection.entity, call.log ? call.log.title : call.title)
  const facts = { from: ROW, alias: ROW, before: 'NULL::jsonb', after: `${literal(JSON.stringify({ revealed: operation.fields }))}::jsonb` }
  const table = quote(selection.model.name)
  return {
    transactional: true,
    async run(input, run, reach) {
      const scope = run.scope(input)
      const writer = new SqlWriter()
      const found = `SELECT ${ROW}.* FROM ${table} ${ROW} WHERE ${condition.write(writer, scope, reach)} LIMIT 1`
      const entry = log ? `, log AS (${log.insertFrom(writer, run, { reason: input.reason }, facts)})` : ''
      const text = `WITH ${ROW} AS (${found})${entry} SELECT ${output.columns(writer, scope)} FROM ${ROW} ${output.joins}`
      const { rows } = await run.query(writer.statement(text))
      if (rows.length === 0) throw notFound(selection.entity, input)
      return (await output.shape(rows, scope, run.asker))[0]
    },
  }
}
