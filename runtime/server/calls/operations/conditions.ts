/** `unless` and `already` of a write: a row that exists is locked and checked before anything is written. Each condition of `unless` refuses with its own
 *  error; a row for which `already` holds stays unchanged. What reads other rows is asked of the database once the row is locked, so that a transaction that
 *  held it before has been seen. */
import type { Cel, ChangeCondition, Value } from '../../../core/documents.ts'
import { AgonError } from '../../../core/errors.ts'
import { compileExpression, evaluateCondition } from '../../../core/expressions/index.ts'
import { isForDatabase } from '../../../core/expressions/relatedRows.ts'
import { celToSql } from '../../database/celToSql.ts'
import { SqlWriter } from '../../database/SqlWriter.ts'
import { quote, tableName } from '../../database/tableNames.ts'
import type { CallRun, RunScope } from '../CallRun.ts'
import { compileValue } from '../compileValue.ts'
import { ROW, type RowSelection, wholeRow } from '../rowSource.ts'

type Row = Record<string, unknown>
/** Without `row` when one is added. */
type Scope = RunScope & { row?: Row }
/** Gives the values that the form has accepted. */
type Answered = (row: Row | null) => Promise<RunScope>
/** @throws AgonError with the error of the first condition that holds. */
type Refuse = (run: CallRun, scope: Scope) => Promise<void>
type Test = (run: CallRun, scope: Scope) => boolean | Promise<boolean>

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
  const refuse = compileRefusals(selection, unless)
  const isAlready = already ? compileTest(already, selection) : null
  const table = quote(selection.model.name)
  return {
    async look(run, scope, where, answered) {
      const writer = new SqlWriter()
      const text = `SELECT ${columns(writer, scope)} FROM ${table} ${ROW} WHERE ${where(writer)} LIMIT 1 FOR UPDATE OF ${ROW}`
      const [found] = (await run.query(writer.statement(text))).rows
      if (!found) return null
      const row = { ...found, id: String(found.id) }
      if (await isAlready?.(run, { ...scope, row })) return { already: true, id: found.id, scope }
      return { already: false, id: found.id, scope: await refuse(run, scope, row, answered) }
    },
  }
}

/** Checks what refuses a new row, and has the form accept the answers. @returns what the values to write see */
export type RefuseNew = (run: CallRun, scope: RunScope, answered: (() => Promise<RunScope>) | null) => Promise<RunScope>

/** Null without conditions. */
export function compileRefuseNew(selection: RowSelection, unless: readonly ChangeCondition[] | undefined): RefuseNew | null {
  if (unless === undefined) return null
  const refuse = compileRefusals(selection, unless)
  return (run, scope, answered) => refuse(run, scope, null, answered)
}

function compileRefusals(selection: RowSelection, unless: readonly ChangeCondition[]) {
  const [later, first] = [true, false].map((ofAnswers) =>
    unless
      .filter((condition) => ('when' in condition && readsAnswers(condition.when)) === ofAnswers)
      .map((condition) => compileRefusal(condition, selection)),
  ) as [Refuse[], Refuse[]]
  return async (run: CallRun, scope: RunScope, row: Row | null, answered: Answered | null): Promise<RunScope> => {
    const ofRow = row ? { row } : {}
    for (const refuse of first) await refuse(run, { ...scope, ...ofRow })
    const written = answered ? await answered(row) : scope
    for (const refuse of later) await refuse(run, { ...written, ...ofRow })
    return written
  }
}

function readsAnswers({ cel }: Cel): boolean {
  return compileExpression(cel).references.some(([root]) => root === 'answers')
}

function compileRefusal(condition: ChangeCondition, selection: RowSelection): Refuse {
  const detailsOf = compileValue((condition.details ?? {}) as Value)
  const refuse = (facts: Readonly<Record<string, unknown>>): never => {
    throw new AgonError(condition.error, detailsOf(facts) as Record<string, unknown>)
  }
  if ('used' in condition) {
    const { entity, field } = condition.used
    const table = quote(tableName(selection.platform.get('entity', entity).id))
    return async (run, scope) => {
      const writer = new SqlWriter()
      const id = writer.value(scope.row?.id, 'bigint')
      const { rows } = await run.query<{ count: number }>(
        writer.statement(`SELECT count(*)::integer AS "count" FROM ${table} WHERE ${quote(field)} = ${id}`),
      )
      const count = rows[0]?.count ?? 0
      if (count > 0) refuse({ ...scope, count })
    }
  }
  const holds = compileTest(condition.when, selection)
  return async (run, scope) => {
    if (await holds(run, scope)) refuse(scope)
  }
}

function compileTest({ cel }: Cel, { entity, platform, model }: RowSelection): Test {
  const expression = compileExpression(cel)
  if (!isForDatabase(expression, entity)) return (_run, scope) => evaluateCondition(expression, scope)
  const { condition } = celToSql({ cel, entity, platform, alias: ROW })
  const table = quote(model.name)
  return async (run, scope) => {
    const writer = new SqlWriter()
    const test = condition(writer, scope)
    const from = scope.row ? ` FROM ${table} ${ROW} WHERE ${ROW}."id" = ${writer.value(scope.row.id, 'bigint')}` : ''
    const { rows } = await run.query<{ holds: boolean }>(writer.statement(`SELECT coalesce(${test}, false) AS "holds"${from}`))
    return rows[0]?.holds ?? false
  }
}
