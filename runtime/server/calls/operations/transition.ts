/** `transition`: takes one step of a flow on one row; the only operation that changes a flow's field. */
import { AgonError } from '../../../core/errors.ts'
import type { SqlWriter } from '../../database/SqlWriter.ts'
import { compileValue } from '../compileValue.ts'
import { fileClaim } from '../fileClaim.ts'
import { setValues } from '../flows.ts'
import { rowOutput } from '../rowOutput.ts'
import { rowCondition } from '../rowSource.ts'
import { compileConditions } from './conditions.ts'
import {
  type CompiledOperation,
  notFound,
  type OperationContext,
  type OperationOf,
  outputFields,
  selectionOf,
  unchangedAnswers,
} from './operation.ts'
import { readById } from './readById.ts'

export function compileTransition(context: OperationContext<OperationOf<'transition'>>): CompiledOperation {
  const { call, operation, flows } = context
  const flow = flows.get(operation.flow)
  if (!flow) throw new AgonError('CALL_COMPILE', { call: call.id, reason: `no flow "${operation.flow}"` })
  const selection = selectionOf(context, flow.document.entity)
  const condition = rowCondition(selection, operation.by, operation.where)
  const conditions = compileConditions(selection, operation)
  const transition = compileValue(operation.transition)
  const set = setValues(operation.set ?? {})
  const files = fileClaim(call.id, selection, operation.set ?? {}, 'old')
  const output = rowOutput(call.id, selection, outputFields(context))
  const read = readById(selection, output)
  return {
    transactional: true,
    async run(input, run, reach) {
      const scope = run.scope(input)
      const where = (writer: SqlWriter) => condition.write(writer, scope, reach)
      const seen = await conditions?.look(run, scope, where, null)
      if (seen === null) throw notFound(selection.entity, input)
      const step = { transition: String(transition(scope)), condition: where, input, access: call.access, set, files }
      const id = seen?.already ? seen.id : (await flow.take(run, step)).id
      const answer = (await read(run, scope, id)) ?? null
      if (answer && seen?.already) unchangedAnswers.add(answer)
      return answer
    },
  }
}
