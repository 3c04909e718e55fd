/** `create` with `then`: the new row takes its first transition immediately, in the same transaction. Whom the transition refuses leaves no row behind. */
import { AgonError } from '../../../core/errors.ts'
import type { SqlWriter } from '../../database/SqlWriter.ts'
import { rowOutput } from '../rowOutput.ts'
import { ROW } from '../rowSource.ts'
import { compileCreate } from './create.ts'
import { type CompiledOperation, type OperationContext, type OperationOf, outputFields, selectionOf } from './operation.ts'
import { readById } from './readById.ts'

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
  const read = readById(selection, rowOutput(call.id, selection, outputFields(context)))
  return {
    transactional: true,
    async run(input, run, reach) {
      const { id } = (await create.run(input, run, reach)) as { id: string }
      const condition = (writer: SqlWriter) => `${ROW}."id" = ${writer.value(id, 'bigint')}`
      await flow.take(run, { transition, condition, input, access: call.access })
      return read(run, run.scope(input), id)
    },
  }
}
