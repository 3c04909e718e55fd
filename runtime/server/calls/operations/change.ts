/** `update` and `remove`: one statement that locks the rows, changes them, writes their log entries and answers the declared fields. With `by` it changes
 *  one row, or throws NOT_FOUND; without, all rows of `where`, and it answers `{ count }`. */
import { AgonError } from '../../../core/errors.ts'
import { SqlWriter } from '../../database/SqlWriter.ts'
import type { LogSource } from '../../log/logEntry.ts'
import { encoded, type Values } from '../../rows/rowStatements.ts'
import { OLD, type WriteText, writeText } from '../../rows/writeText.ts'
import type { Reach } from '../accessRule.ts'
import type { CallRun } from '../CallRun.ts'
import { columnValues } from '../columnValues.ts'
import { compileValue } from '../compileValue.ts'
import { type FileClaim, fileClaim, fileRelease, type NamedFiles } from '../fileClaim.ts'
import { governing } from '../governing.ts'
import { rowOutput } from '../rowOutput.ts'
import { ROW, rowCondition } from '../rowSource.ts'
import { compileConditions } from './conditions.ts'
import { compileFormAnswers } from './formAnswers.ts'
import {
  type CompiledOperation,
  callLog,
  notFound,
  type OperationContext,
  type OperationOf,
  outputFields,
  selectionOf,
  unchangedAnswers,
} from './operation.ts'
import { readById } from './readById.ts'
import { type RuledWrite, ruledRemoval, ruledUpdate } from './ruled.ts'

/** Statement of an `update`. @throws CALL_COMPILE when it sets a field that a flow governs */
export function compileUpdate(context: OperationContext<OperationOf<'update'>>): CompiledOperation {
  const { call, operation, flows } = context
  const selection = selectionOf(context, operation.entity)
  const [governed] = governing(flows, operation.entity, operation.set)
  if (governed)
    throw new AgonError('CALL_COMPILE', {
      call: call.id,
      reason: `"${governed.document.field}" only changes by transitions of ${governed.document.id}`,
    })
  const values = columnValues(call.id, selection, operation.set, OLD)
  const text = writeText(selection)
  const claim = fileClaim(call.id, selection, operation.set, OLD)
  const ruled = ruledUpdate(selection, operation.set, context.rules)
  return compileChange({ ...context, claim, ruled }, (parts, writer, scope, files, further) => {
    const set = values.flatMap(({ name, sql }) => {
      const written = name in further ? null : sql(writer, scope, files)
      return written === null ? [] : [{ name, sql: written }]
    })
    const besides = Object.entries(further).map(([name, value]) => ({ name, sql: encoded(selection, name, value, writer) }))
    return text.change({ ...parts, set: [...set, ...besides, { name: 'updatedAt', sql: 'now()' }] })
  })
}

/** Statement of a `remove`; files of the row are released with it. */
export function compileRemove(context: OperationContext<OperationOf<'remove'>>): CompiledOperation {
  const selection = selectionOf(context, context.operation.entity)
  const text = writeText(selection)
  return compileChange({ ...context, claim: fileRelease(selection), ruled: ruledRemoval(selection, context.rules) }, (parts) =>
    text.remove(parts),
  )
}

type Change = (
  parts: Parameters<WriteText['remove']>[0],
  writer: SqlWriter,
  scope: ReturnType<CallRun['scope']>,
  files: NamedFiles,
  further: Values,
) => string
type ChangeContext = OperationContext<OperationOf<'update' | 'remove'>> & {
  claim: (Partial<FileClaim> & Pick<FileClaim, 'columns' | 'settle'>) | null
  ruled: RuledWrite | null
}

function compileChange(context: ChangeContext, change: Change): CompiledOperation {
  const { call, operation, claim, ruled } = context
  const selection = selectionOf(context, operation.entity)
  const condition = rowCondition(selection, operation.by, operation.where)
  const conditions = compileConditions(selection, operation)
  const accept = 'form' in operation ? compileFormAnswers(operation.form) : null
  const key = operation.by?.id === undefined ? null : compileValue(operation.by.id)
  const output = rowOutput(call.id, selection, outputFields(context))
  const log = callLog(context, selection.entity)
  const read = readById(selection, output)

  async function run(input: Readonly<Record<string, unknown>>, run: CallRun, reach: Reach): Promise<unknown> {
    const asked = run.scope(input)
    const seen = await conditions?.look(
      run,
      asked,
      (writer) => condition.write(writer, asked, reach),
      accept && ((row) => accept(run, asked, row)),
    )
    if (seen === null) throw missing(input, asked)
    if (seen?.already) return unchanged(run, asked, seen.id)
    const scope = seen?.scope ?? asked
    const files = (await claim?.prepare?.(run, scope)) ?? new Map()
    const held = await ruled?.before(run, scope, (asking) => condition.write(asking, scope, reach))
    const writer = new SqlWriter()
    const where = condition.write(writer, scope, reach)
    const entry = log && ((source: LogSource) => log.insertFrom(writer, run, { reason: input.reason }, source))
    const answer = `${claim?.columns ?? ''}${output.columns(writer, scope)} FROM ${ROW} ${output.joins}`
    const text = change({ where, entry, answer }, writer, scope, files, held?.further ?? {})
    const { rows } = await run.query(writer.statement(text))
    await claim?.settle(run, rows, files)
    await held?.after()
    if (!operation.by) return { count: rows.length }
    if (rows.length === 0) throw missing(input, scope)
    return (await output.shape(rows, scope, run.asker))[0]
  }

  function missing(input: Readonly<Record<string, unknown>>, scope: ReturnType<CallRun['scope']>): AgonError {
    return notFound(selection.entity, key ? { id: key(scope) } : input)
  }

  async function unchanged(run: CallRun, scope: ReturnType<CallRun['scope']>, id: unknown): Promise<unknown> {
    const answer = await read(run, scope, id)
    if (answer) unchangedAnswers.add(answer)
    return answer
  }
  return { transactional: claim !== null || conditions !== null || ruled !== null, run }
}
