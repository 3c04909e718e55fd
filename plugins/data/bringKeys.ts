/** Makes the rows of some sources what these are now: one statement that adds, changes and removes, and writes nothing where nothing changed. */
import { sql } from 'kysely'
import { COLUMNS, entryRows } from './entryRows.ts'
import type { Bringing } from './places.ts'

const CHANGED = COLUMNS.filter((name) => name !== 'key' && name !== 'source')

/** @returns how many rows were added, changed or removed */
export async function bringKeys(keys: readonly string[], context: Bringing): Promise<number> {
  if (keys.length === 0) return 0
  const compared = CHANGED.filter((name) => name !== 'changedAt')
  const columns = (table: string, names: readonly string[]) => sql.join(names.map((name) => sql.ref(`${table}.${name}`)))
  const { rows } = await context.rows.bulk(
    'data.entry',
    'counted from registrations, rankings and reported awards, whose entries tell',
    (db) =>
      sql<{ written: number }>`WITH found(${sql.join(COLUMNS.map((name) => sql.ref(name)))}) AS MATERIALIZED (${entryRows(keys, context)}),
      gone AS (DELETE FROM data_entry WHERE "key" = ANY(${keys}) AND NOT EXISTS (SELECT FROM found WHERE found."key" = data_entry."key") RETURNING 1),
      brought AS (INSERT INTO data_entry (${sql.join(COLUMNS.map((name) => sql.ref(name)))}) SELECT * FROM found
        ON CONFLICT ("key") DO UPDATE SET ${sql.join(CHANGED.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}
        WHERE (${columns('data_entry', compared)}) IS DISTINCT FROM (${columns('excluded', compared)}) RETURNING 1)
      SELECT (SELECT count(*) FROM gone)::integer + (SELECT count(*) FROM brought)::integer AS "written"`.execute(db),
  )
  return rows[0]!.written
}
