/** `create` with `then`: the new row takes its first transition at once, in the same transaction. Whom the transition refuses leaves no row behind. */
import { AgonError } from '../../../core/errors.ts'
import { SqlWriter } from '../../database/SqlWriter.ts'
import { quote } from '../../database/tableNames.ts'
import { rowOutput } from '../rowOutput.ts'
import { ROW } from '../rowSource.ts'
import { compileCreate } from './create.ts'
import { type CompiledOperation, type OperationContext, type OperationOf, outputFields, selectionOf } from './operation.ts'

/** @returns plain `create` without `then` */
export function compileCreateThen(context: OperationContext<OperationOf<'create'>>): CompiledOperation {
  const { call, operation, flows } = context
  if (operation.then === undefined) return compileCreate(context)
  const dot = operation.then.lastIndexOf('.')
  const [flowId, transition] = [operation.then.slice(0, dot), operation.then.slice(dot + 1)]
  const flow = flows.get(flowId)
  if (!flow) throw new AgonError('CALL_COMPILE', { call: call.id, reason: `no flow "${flowId}"` })
  const create = compileCreate({ ...context, call: { ...call, output: ['id'] } })
  const selection = selectionOf(context, operation.entity)
  const output = rowOutput(call.id, selection, outputFields(context))
  const from = `FROM ${quote(selection.model.name)} ${ROW} ${output.joins}`
  return {
    transactional: true,
    async run(input, run, reach) {
      const { id } = (await create.run(input, run, reach)) as { id: string }
      const isRow = (writer: SqlWriter) => `${ROW}."id" = ${writer.value(id, 'bigint')}`
      await flow.take(run, { transition, condition: isRow, input, access: call.access })
      const writer = new SqlWriter()
      const scope = run.scope(input)
      const { rows } = await run.query(writer.statement(`SELECT ${output.columns(writer, scope)} ${from} WHERE ${isRow(writer)}`))
      return (await output.shape(rows, scope, run.asker))[0]
    },
  }
}
