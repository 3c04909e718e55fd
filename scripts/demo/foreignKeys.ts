import { sql } from 'kysely'
import type { SeedDatabase as Database } from '../seed/SeedDatabase.ts'

/** A reference to the `id` of another table, or of the same one. */
export interface ForeignKey {
  table: string
  column: string
  target: string
  /** Becomes empty when the target goes; the row stays. */
  canBeEmptied: boolean
}

/** References between the tables of this schema. */
export async function foreignKeys(db: Database): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`select t.relname as "table", a.attname as "column", p.relname as target,
      c.confdeltype = 'n' and not a.attnotnull as "canBeEmptied"
    from pg_constraint c
      join pg_class t on t.oid = c.conrelid
      join pg_class p on p.oid = c.confrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace
    order by 1, 2`.execute(db)
  return rows
}
