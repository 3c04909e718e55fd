/** Rules of rows around declared writes: the rows are locked and read, asked about, written by the one statement, and reported. Entities without rules are
 *  written by that statement alone. */
import type { Value } from '../../../core/documents.ts'
import { AgonError } from '../../../core/errors.ts'
import { SqlWriter } from '../../database/SqlWriter.ts'
import { quote } from '../../database/tableNames.ts'
import { sameForAll } from '../../rows/askRules.ts'
import type { Values } from '../../rows/rowStatements.ts'
import type { CallRun, RunScope } from '../CallRun.ts'
import { encodeValue } from '../columnValues.ts'
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
  /** Null for an entity without rules of this write. */
  before(run: CallRun, scope: RunScope, where: Where): Promise<Held | null>
}

/** Each row is asked about by itself; what rules add is the same for all rows of the statement. @throws SERVER_FAULT otherwise */
export function ruledUpdate(selection: RowSelection, set: Record<string, Value>): RuledWrite {
  const values = setValues(set)
  const rowsOf = lockedRows(selection)
  const { id: entity } = selection.entity
  return {
    async before(run, scope, where) {
      const rules = run.set.rulesOf(entity)
      if (!rules?.looksAtSaves) return null
      const rows = await rowsOf(run, scope, where)
      const further: Values[] = []
      for (const row of rows) {
        const given = values.filter(({ parameter }) => parameter === null || scope.input[parameter] !== undefined)
        const change = Object.fromEntries(given.map(({ name, evaluate }) => [name, evaluate({ ...scope, row })]))
        further.push(await rules.beforeSave(run, row, change))
      }
      const ids = rows.map(({ id }) => String(id))
      return { further: sameForAll(entity, further), after: () => rules.afterSave(run, ids, rows) }
    },
  }
}

/** Rules may keep a row. */
export function ruledRemoval(selection: RowSelection): RuledWrite {
  const rowsOf = lockedRows(selection)
  return {
    async before(run, scope, where) {
      const rules = run.set.rulesOf(selection.entity.id)
      if (rules?.looksAtRemovals) await rules.beforeRemove(run, await rowsOf(run, scope, where))
      return null
    },
  }
}

interface HeldNew {
  further: Values
  /** Takes the rows of the statement, from which it removes the id. */
  after(rows: Record<string, unknown>[]): Promise<void>
}

/** @returns null for an entity without rules of saving */
export function ruledCreate({ entity }: RowSelection) {
  return async (run: CallRun, known: Values | null, change: () => Values): Promise<HeldNew | null> => {
    const rules = run.set.rulesOf(entity.id)
    if (!rules?.looksAtSaves) return null
    const further = await rules.beforeSave(run, known, change())
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

/** A value of code as the parameter of a column. @throws SERVER_FAULT for a field that is not stored */
export function encodedField({ model, entity }: RowSelection, name: string, value: unknown, writer: SqlWriter): string {
  const column = model.columns.get(name)
  if (!column) throw new AgonError('SERVER_FAULT', { message: `${entity.id} has no stored field "${name}"` })
  return writer.value(encodeValue(value, column), column.type)
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
