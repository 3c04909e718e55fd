import type pg from 'pg'

/** Adds a row that is like another one but for some columns. @param source  what follows `from table c where`. @returns its id */
export async function copyRow(db: pg.Client | pg.Pool, table: string, source: string, change: Record<string, unknown>): Promise<string> {
  const { rows: columns } = await db.query(
    `select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER' and column_name <> 'id'`,
    [table],
  )
  const names = columns.map(({ name }) => `"${name}"`)
  const values = names.map((name) => `(n).${name}`)
  const { rows } = await db.query(
    `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
     from (select jsonb_populate_record(c, $1) as n from ${table} c where ${source} limit 1) s returning id::text`,
    [JSON.stringify(change)],
  )
  return rows[0].id
}
