/** Reads what the database has: tables made from entities, their columns, constraints and indexes. One round trip per kind of thing. */
export interface CatalogColumn {
  name: string
  type: string
  notNull: boolean
}
export interface CatalogTable {
  name: string
  columns: Map<string, CatalogColumn>
  constraints: Set<string>
  /** Without those that belong to constraints. */
  indexes: Set<string>
  /** Columns of the steps of counters. */
  steps: Set<string>
  defaults: Readonly<Record<string, string | null>>
  /** Of an entity that staff published: no release has it. */
  atRuntime: boolean
}

/** A client of PostgreSQL, or a transaction that runs a text of SQL as one does. */
export interface Querying {
  // biome-ignore lint/suspicious/noExplicitAny: pools, clients and kysely's raw statements in one shape
  query(sql: string): Promise<{ rows: any[] }>
}

/** Tables recorded in `platform_table`, by name. Names that begin with `_` belong to the kernel and are left out. */
export async function readCatalog(client: Querying): Promise<Map<string, CatalogTable>> {
  const { rows } = await client.query('SELECT name, defaults, "atRuntime" FROM platform_table')
  const tables = new Map<string, CatalogTable>(
    rows.map(({ name, defaults, atRuntime }) => [
      name,
      { name, columns: new Map(), constraints: new Set(), indexes: new Set(), steps: new Set(), defaults, atRuntime },
    ]),
  )
  for (const row of (await client.query(COLUMNS)).rows) tables.get(row.table)?.columns.set(row.name, row)
  for (const row of (await client.query(CONSTRAINTS)).rows) tables.get(row.table)?.constraints.add(row.name)
  for (const row of (await client.query(INDEXES)).rows) tables.get(row.table)?.indexes.add(row.name)
  for (const row of (await client.query(STEPS)).rows) tables.get(row.table)?.steps.add(row.name)
  return tables
}

const COLUMNS = `
  SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS "notNull"
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND a.attnum > 0 AND NOT a.attisdropped AND a.attname NOT LIKE '\\_%'`

const STEPS = `
  SELECT c.relname AS "table", a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND NOT a.attisdropped AND a.attgenerated = 's' AND a.attname LIKE '\\_%\\_step'`

const CONSTRAINTS = `
  SELECT c.relname AS "table", k.conname AS name
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND k.contype IN ('u', 'c', 'f') AND k.conname NOT LIKE '\\_%'`

const INDEXES = `
  SELECT c.relname AS "table", i.relname AS name
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND i.relname NOT LIKE '\\_%'
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.oid)`
