/** `create`: one statement that inserts the row, writes its log entry and answers the declared fields; so a plain create is one round trip. With `orChange`
 *  it changes the row that has the same unique values instead. */
import { AgonError } from '../../../core/errors.ts'
import { SqlWriter } from '../../database/SqlWriter.ts'
import { quote } from '../../database/tableNames.ts'
import type { LogSource } from '../../log/logEntry.ts'
import { encoded } from '../../rows/rowStatements.ts'
import { OLD, writeText } from '../../rows/writeText.ts'
import type { Reach } from '../accessRule.ts'
import type { CallRun, RunScope } from '../CallRun.ts'
import { columnValues } from '../columnValues.ts'
import { compileValue } from '../compileValue.ts'
import { fileClaim } from '../fileClaim.ts'
import { governing } from '../governing.ts'
import { rowOutput } from '../rowOutput.ts'
import { ROW, type RowSelection, reachesNamed, rowCondition, wholeRow } from '../rowSource.ts'
import { compileRefuseNew } from './conditions.ts'
import { compileFormAnswers } from './formAnswers.ts'
import { type CompiledOperation, callLog, type OperationContext, type OperationOf, outputFields, selectionOf } from './operation.ts'
import { ruledCreate, WRITTEN } from './ruled.ts'

export function compileCreate(context: OperationContext<OperationOf<'create'>>): CompiledOperation {
  const { call, operation } = context
  const selection = selectionOf(context, operation.entity)
  const columns = columnValues(call.id, selection, operation.set, null)
  const output = rowOutput(call.id, selection, outputFields(context))
  const log = callLog(context, selection.entity)
  const met = compileMet(selection, operation)
  const claim = fileClaim(call.id, selection, operation.set, met && OLD)
  const accept = compileFormAnswers(operation.form)
  const refuse = compileRefuseNew(selection, operation.unless)
  const text = writeText(selection)
  const assertInitial = initialState(context)
  const ruled = ruledCreate(selection, context.rules)
  const set = Object.entries(operation.set).map(([name, value]) => [name, compileValue(value)] as const)

  async function run(input: Readonly<Record<string, unknown>>, run: CallRun, reach: Reach): Promise<unknown> {
    const asked = run.scope(input)
    const known = (await met?.read(run, asked)) ?? null
    const answered = accept && (() => accept(run, asked, known))
    const scope = refuse ? await refuse(run, asked, answered) : ((await answered?.()) ?? asked)
    if (reach !== null || assertInitial) {
      const row = Object.fromEntries(set.map(([name, evaluate]) => [name, evaluate(scope)]))
      if (!(await reachesNamed(run, selection, reach, call.access, row)))
        throw new AgonError('PERMISSION_DENIED', {
          call: call.id,
          permission: typeof call.access === 'object' ? call.access.permission : '',
        })
      assertInitial?.(row)
    }
    const held = await ruled?.(run, known, Object.fromEntries(set.map(([name, evaluate]) => [name, evaluate(scope)])))
    const further = held?.further ?? {}
    const files = await claim?.prepare(run, scope)
    const writer = new SqlWriter()
    const given = columns.flatMap(({ name, sql }) => {
      const written = name in further ? null : sql(writer, scope, files)
      return written === null ? [] : [{ name: quote(name), written }]
    })
    const besides = Object.entries(further).map(([name, value]) => ({
      name: quote(name),
      written: encoded(selection, name, value, writer),
    }))
    const values = [...given, ...besides]
    const list =
      values.length > 0
        ? `(${values.map(({ name }) => name).join(', ')}) VALUES (${values.map(({ written }) => written).join(', ')})`
        : 'DEFAULT VALUES'
    const entry = log && ((source: LogSource) => log.insertFrom(writer, run, { reason: input.reason }, source))
    const conflict = met?.conflict(new Set(values.map(({ name }) => name))) ?? ''
    const answer = `${held ? WRITTEN : ''}${claim?.columns ?? ''}${output.columns(writer, scope)} FROM ${ROW} ${output.joins}`
    const insert = text.insert({ rows: `${list}${conflict}`, met: met?.find(writer, scope), entry, answer })
    const { rows } = await run.query(writer.statement(insert))
    if (claim && files) await claim.settle(run, rows, files)
    await held?.after(rows)
    return (await output.shape(rows, scope, run.asker))[0]
  }
  return {
    transactional: claim !== null || accept !== null || met !== null || refuse !== null || ruled !== null,
    run,
  }
}

/** The row that has the same unique values already. */
interface Met {
  /** Statement of the row as it was. */
  find(writer: SqlWriter, scope: RunScope): string
  /** Locks it. */
  read(run: CallRun, scope: RunScope): Promise<Record<string, unknown> | null>
  /** @param given  quoted columns that have a value; the others become their defaults */
  conflict(given: ReadonlySet<string>): string
}

function compileMet(selection: RowSelection, { set, orChange }: OperationOf<'create'>): Met | null {
  if (orChange === undefined) return null
  const condition = rowCondition(selection, Object.fromEntries(orChange.map((name) => [name, set[name] ?? null])), undefined)
  const table = quote(selection.model.name)
  const columns = wholeRow(selection, ROW)
  const changed = Object.keys(set).filter((name) => !orChange.includes(name))
  return {
    find: (writer, scope) => `SELECT ${ROW}.* FROM ${table} ${ROW} WHERE ${condition.write(writer, scope, null)}`,
    async read(run, scope) {
      const writer = new SqlWriter()
      const text = `SELECT ${columns(writer, scope)} FROM ${table} ${ROW} WHERE ${condition.write(writer, scope, null)} FOR UPDATE`
      const [row] = (await run.query(writer.statement(text))).rows
      return row ? { ...row, id: String(row.id) } : null
    },
    conflict(given) {
      const values = changed.map((name) => `${quote(name)} = ${given.has(quote(name)) ? `EXCLUDED.${quote(name)}` : 'DEFAULT'}`)
      return ` ON CONFLICT (${orChange.map(quote).join(', ')}) DO UPDATE SET ${[...values, '"updatedAt" = now()'].join(', ')}`
    },
  }
}

/** A row of an entity with a flow is born in one of the flow's initial states. */
function initialState({ flows, operation }: OperationContext<OperationOf<'create'>>): ((row: Record<string, unknown>) => void) | null {
  const own = governing(flows, operation.entity, operation.set)
  if (own.length === 0) return null
  return (row) => {
    for (const { document } of own) {
      const state = row[document.field] as string | number
      if (state != null && !document.initial.includes(state))
        throw new AgonError('FLOW_STATE', { flow: document.id, transition: 'create', state })
    }
  }
}
