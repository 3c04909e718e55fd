/** `unless` and `already` of a change: the row is locked and checked before anything is written. Each condition of `unless` refuses with its own error; a
 *  row for which `already` holds stays unchanged. */
import type { Cel, ChangeCondition, Value } from '../../../core/documents.ts'
import { AgonError } from '../../../core/errors.ts'
import { compileExpression, evaluateCondition } from '../../../core/expressions/index.ts'
import type { Platform } from '../../../core/platform.ts'
import { SqlWriter } from '../../database/SqlWriter.ts'
import { quote, tableName } from '../../database/tableNames.ts'
import type { CallRun, RunScope } from '../CallRun.ts'
import { compileValue } from '../compileValue.ts'
import { ROW, type RowSelection, wholeRow } from '../rowSource.ts'

type Row = Record<string, unknown>
type Scope = RunScope & { row: Row }
/** Gives the values that the form has accepted. */
type Answered = (row: Row) => Promise<RunScope>
/** @throws AgonError with the error of the first condition that holds. */
type Refuse = (run: CallRun, scope: Scope) => Promise<void>

export interface Conditions {
  /** Locks the row that `where` names. Null when there is none. Conditions over answers are checked after the form has accepted them.
   *  @returns whether the row stays unchanged, and what the values to write see
   *  @throws the error of a condition */
  look(run: CallRun, scope: RunScope, where: (writer: SqlWriter) => string, answered: Answered | null): Promise<Seen | null>
}

interface Seen {
  already: boolean
  id: unknown
  scope: RunScope
}
interface Conditional {
  unless?: readonly ChangeCondition[]
  already?: Cel
  form?: unknown
}

/** Null without conditions. */
export function compileConditions(selection: RowSelection, { unless = [], already, form }: Conditional): Conditions | null {
  if (unless.length === 0 && already === undefined && form === undefined) return null
  const columns = wholeRow(selection, ROW)
  const [later, refusals] = [true, false].map((ofAnswers) =>
    unless
      .filter((condition) => ('when' in condition && readsAnswers(condition.when)) === ofAnswers)
      .map((condition) => compileRefusal(condition, selection.platform)),
  ) as [Refuse[], Refuse[]]
  const isAlready = already ? compileExpression(already.cel) : null
  const table = quote(selection.model.name)
  return {
    async look(run, scope, where, answered) {
      const writer = new SqlWriter()
      const text = `SELECT ${columns(writer, scope)} FROM ${table} ${ROW} WHERE ${where(writer)} LIMIT 1 FOR UPDATE OF ${ROW}`
      const [row] = (await run.query(writer.statement(text))).rows
      if (!row) return null
      const seen: Scope = { ...scope, row: { ...row, id: String(row.id) } }
      if (isAlready && evaluateCondition(isAlready, seen)) return { already: true, id: row.id, scope }
      for (const refuse of refusals) await refuse(run, seen)
      const written = answered ? await answered(seen.row) : scope
      for (const refuse of later) await refuse(run, { ...written, row: seen.row })
      return { already: false, id: row.id, scope: written }
    },
  }
}

function readsAnswers({ cel }: Cel): boolean {
  return compileExpression(cel).references.some(([root]) => root === 'answers')
}

function compileRefusal(condition: ChangeCondition, platform: Platform): Refuse {
  const detailsOf = compileValue((condition.details ?? {}) as Value)
  const refuse = (facts: Readonly<Record<string, unknown>>): never => {
    throw new AgonError(condition.error, detailsOf(facts) as Record<string, unknown>)
  }
  if ('used' in condition) {
    const { entity, field } = condition.used
    const table = quote(tableName(platform.get('entity', entity).id))
    return async (run, scope) => {
      const writer = new SqlWriter()
      const id = writer.value(scope.row.id, 'bigint')
      const { rows } = await run.query<{ count: number }>(
        writer.statement(`SELECT count(*)::integer AS "count" FROM ${table} WHERE ${quote(field)} = ${id}`),
      )
      const count = rows[0]?.count ?? 0
      if (count > 0) refuse({ ...scope, count })
    }
  }
  const holds = compileExpression(condition.when.cel)
  return async (_run, scope) => {
    if (evaluateCondition(holds, scope)) refuse(scope)
  }
}
