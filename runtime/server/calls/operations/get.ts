/** `get`: one row, or NOT_FOUND, also for a row outside the session's reach. */
import { SqlWriter } from '../../database/SqlWriter.ts'
import { quote } from '../../database/tableNames.ts'
import { compileAnswersTo } from '../answersTo.ts'
import { rowOutput } from '../rowOutput.ts'
import { ROW, rowCondition } from '../rowSource.ts'
import { type CompiledOperation, notFound, type OperationContext, type OperationOf, outputFields, selectionOf } from './operation.ts'

/** Selected to read answers by; no field has this name. */
const ROW_ID = '.id'

export function compileGet(context: OperationContext<OperationOf<'get'>>): CompiledOperation {
  const { call, operation } = context
  const selection = selectionOf(context, operation.entity)
  const condition = rowCondition(selection, operation.by, operation.where)
  const output = rowOutput(call.id, selection, outputFields(context))
  const answersTo = compileAnswersTo(context, selection)
  const hasOwn = outputFields(context).some((field) => typeof field === 'string' || !('answersTo' in field))
  const from = `FROM ${quote(selection.model.name)} ${ROW} ${output.joins}`
  return {
    transactional: false,
    async run(input, run, reach) {
      const scope = run.scope(input)
      const writer = new SqlWriter()
      const columns = [...(hasOwn ? [output.columns(writer, scope)] : []), ...(answersTo ? [`${ROW}."id"::text AS ${quote(ROW_ID)}`] : [])]
      const { rows } = await run.query(
        writer.statement(`SELECT ${columns.join(', ')} ${from} WHERE ${condition.write(writer, scope, reach)} LIMIT 1`),
      )
      if (rows.length === 0) throw notFound(selection.entity, input)
      const [row] = await output.shape(rows, scope, run.asker)
      if (!answersTo) return row
      const { [ROW_ID]: id, ...answer } = row!
      return { ...answer, ...(await answersTo(run, scope, String(id))) }
    },
  }
}
