/** `do` of a call: what else happens after its write, in the same transaction. */
import type { Operation } from '../../../core/documents.ts'
import { isOfRows } from '../../../core/isOfRows.ts'
import { SqlWriter } from '../../database/SqlWriter.ts'
import { quote } from '../../database/tableNames.ts'
import type { CallRun } from '../CallRun.ts'
import { compileEffects } from '../effects.ts'
import { referredFields } from '../referredFields.ts'
import { ROW, type RowSelection, wholeRow } from '../rowSource.ts'
import { type CompiledOperation, type OperationContext, outputFields, selectionOf, unchangedAnswers } from './operation.ts'

/** @param compile  the operation itself; it does `do` by itself where it leaves no one row */
export function withAfterwards(context: OperationContext, compile: (context: OperationContext) => CompiledOperation): CompiledOperation {
  const { call, flows } = context
  const entity = writtenEntity(call.operation!, flows)
  if (!call.do || entity === undefined) return compile(context)
  // the row is read by its id, whether or not the call answers it
  const hasId = outputFields(context).some((field) => (typeof field === 'string' ? field : field.name) === 'id')
  const operation = compile(hasId ? context : { ...context, call: { ...call, output: [...outputFields(context), 'id'] } })
  const selection = selectionOf(context, entity)
  const read = rowReader(selection)
  const effects = compileEffects(call.do, read.over)
  const jobs = outputFields(context).flatMap((field) => (typeof field !== 'string' && 'job' in field ? [field] : []))
  return {
    ...operation,
    transactional: true,
    async run(input, run, reach) {
      const answer = (await operation.run(input, run, reach)) as { id: string }
      if (unchangedAnswers.has(answer)) return answer
      const queued = await effects(run, { ...run.scope(input), row: await read.row(run, answer.id) })
      const { id, ...others } = answer
      return { ...(hasId && { id }), ...others, ...Object.fromEntries(jobs.map(({ name, job }) => [name, queued[job] ?? null])) }
    },
  }
}

/** The written row with all its fields, and with what the expressions read of rows that it refers to. */
function rowReader(selection: RowSelection) {
  const referred = referredFields(selection.entity, selection.platform, ROW)
  const columns = wholeRow(selection, ROW)
  return {
    over: referred.over,
    async row(run: CallRun, id: string): Promise<Record<string, unknown>> {
      const writer = new SqlWriter()
      const scope = run.scope({})
      const selected = `${columns(writer, scope)}${referred.columns(writer, scope)}`
      const text = `SELECT ${selected} FROM ${quote(selection.model.name)} ${ROW} WHERE ${ROW}."id" = ${writer.value(id, 'bigint')}`
      const { rows } = await run.query(writer.statement(text))
      return { ...rows[0], id }
    },
  }
}

/** Of an operation that leaves one row. */
function writtenEntity(operation: Operation, flows: OperationContext['flows']): string | undefined {
  if (operation.kind === 'transition') return flows.get(operation.flow)?.document.entity
  return isOfRows(operation) && (operation.kind === 'create' || operation.kind === 'update') ? operation.entity : undefined
}
