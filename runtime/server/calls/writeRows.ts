/** Changes of rows that handlers make: each is written and logged in one go, so that no write goes without its entry. Values stand as rows carry them:
 *  the driver encodes texts in two languages, lists and files. */
import type { HandlerContext, OpenDatabase } from '../../core/contracts.ts'
import { tableName } from '../../core/tableName.ts'

type Writer = Pick<HandlerContext, 'add' | 'change' | 'remove'>
type Values = Readonly<Record<string, unknown>>

/** @param now  ISO 8601, the moment that `updatedAt` becomes */
export function writeRows(tables: () => OpenDatabase, record: HandlerContext['record'], now: string): Writer {
  return {
    async add(entity, values: Values, { of, without, ...log } = {}) {
      const { id } = await tables().insertInto(tableName(entity)).values(values).returning('id').executeTakeFirstOrThrow()
      const rowId = String(id)
      await record({ entity, rowId, before: null, after: told({ ...values, ...of }, without), ...log })
      return rowId
    },
    async change(entity, before, change: Values, { of, without, ...log } = {}) {
      const names = Object.keys(change)
      if (names.length === 0) return
      await tables()
        .updateTable(tableName(entity))
        .set({ ...change, updatedAt: now })
        .where('id', '=', before.id)
        .execute()
      const old = Object.fromEntries(names.filter((name) => name in before).map((name) => [name, (before as Values)[name]]))
      await record({ entity, rowId: before.id, before: told({ ...of, ...old }, without), after: told(change, without), ...log })
    },
    async remove(entity, before, { of, without, ...log } = {}) {
      await tables().deleteFrom(tableName(entity)).where('id', '=', before.id).execute()
      await record({ entity, rowId: before.id, before: told({ ...of, ...before }, without), after: null, ...log })
    },
  }
}

/** Null when nothing is known of the row. */
function told(values: Values, without: readonly string[] = []): Values | null {
  const kept = Object.entries(values).filter(([name]) => !without.includes(name))
  return kept.length === 0 ? null : Object.fromEntries(kept)
}
