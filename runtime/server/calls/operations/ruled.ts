/** Rules of rows around declared writes: the rows are locked and read, asked about, written by the one statement, and reported. Entities without rules are
 *  written by that statement alone. */
import type { Value } from '../../../core/documents.ts'
import { SqlWriter } from '../../database/SqlWriter.ts'
import { quote } from '../../database/tableNames.ts'
import { looksAtRemovals, looksAtSaves, sameForAll } from '../../rows/askRules.ts'
import type { RulesOf } from '../../rows/importRules.ts'
import type { Values } from '../../rows/rowStatements.ts'
import type { CallRun, RunScope } from '../CallRun.ts'
import { setValues } from '../flows.ts'
import { ROW, type RowSelection, wholeRow } from '../rowSource.ts'

/** Id of a written row beside the declared output; no field can have such a name. */
const ID = '.written'
/** First column of a statement whose row is reported. */
export const WRITTEN = `${ROW}."id" AS "${ID}", `

type Where = (writer: SqlWriter) => string
interface Held {
  /** Values that rules add. */
  further: Values
  after(): Promise<void>
}
export interface RuledWrite {
  before(run: CallRun, scope: RunScope, where: Where): Promise<Held | null>
}

/** Null for an entity without rules of saving. Each row is asked about by itself; what rules add is the same for all rows of the statement. @throws SERVER_FAULT otherwise */
export function ruledUpdate(selection: RowSelection, set: Record<string, Value>, given: RulesOf | undefined): RuledWrite | null {
  if (!looksAtSaves(given, selection.entity.id)) return null
  const values = setValues(set)
  const rowsOf = lockedRows(selection)
  const { id: entity } = selection.entity
  return {
    async before(run, scope, where) {
      const rules = run.set.rulesOf(entity)!
      const rows = await rowsOf(run, scope, where)
      const further: Values[] = []
      for (const row of rows) {
        const changed = values.filter(({ parameter }) => parameter === null || scope.input[parameter] !== undefined)
        const change = Object.fromEntries(changed.map(({ name, evaluate }) => [name, evaluate({ ...scope, row })]))
        further.push(await rules.beforeSave(run, row, change))
      }
      const ids = rows.map(({ id }) => String(id))
      return { further: sameForAll(entity, further), after: () => rules.afterSave(run, ids, rows) }
    },
  }
}

/** Null for an entity without rules of removing. */
export function ruledRemoval(selection: RowSelection, given: RulesOf | undefined): RuledWrite | null {
  if (!looksAtRemovals(given, selection.entity.id)) return null
  const rowsOf = lockedRows(selection)
  return {
    async before(run, scope, where) {
      await run.set.rulesOf(selection.entity.id)!.beforeRemove(run, await rowsOf(run, scope, where))
      return null
    },
  }
}

interface HeldNew {
  further: Values
  /** Takes the rows of the statement, from which it removes the id. */
  after(rows: Record<string, unknown>[]): Promise<void>
}

/** Null for an entity without rules of saving. */
export function ruledCreate({ entity }: RowSelection, given: RulesOf | undefined) {
  if (!looksAtSaves(given, entity.id)) return null
  return async (run: CallRun, known: Values | null, change: Values): Promise<HeldNew> => {
    const rules = run.set.rulesOf(entity.id)!
    const further = await rules.beforeSave(run, known, change)
    return {
      further,
      async after(rows) {
        const ids = rows.map((row) => String(row[ID]))
        for (const row of rows) delete row[ID]
        await rules.afterSave(run, ids, known ? [known] : [])
      },
    }
  }
}

function lockedRows(selection: RowSelection) {
  const columns = wholeRow(selection, ROW)
  const table = quote(selection.model.name)
  return async (run: CallRun, scope: RunScope, where: Where): Promise<Values[]> => {
    const writer = new SqlWriter()
    const text = `SELECT ${columns(writer, scope)} FROM ${table} ${ROW} WHERE ${where(writer)} ORDER BY ${ROW}."id" FOR UPDATE OF ${ROW}`
    const { rows } = await run.query<Record<string, unknown>>(writer.statement(text))
    return rows.map((row) => ({ ...row, id: String(row.id) }))
  }
}
