/** Makes large tables of small ones: clone after clone of the rows that are there. Clone `k` of a row refers to clone `k` of what the row refers to, so that
 *  a registration stays with its own competition, event and person. For looking at plans: triggers and foreign keys are passed over. */
import type pg from 'pg'

interface Column {
  name: string
  type: string
  isUnique: boolean
  /** Table that it refers to by id. */
  to: string | null
}
interface Source {
  table: string
  columns: Column[]
  count: number
  /** How often its rows are there in the end. */
  times: number
}

/** Objects that others lie in are there so often. */
const WORLDS = 100
const PEOPLE = 'account_user'
/** Of a table that is not meant to be large. */
const FEW = 5_000

/** Beyond the worlds a multiple of them, so that clones of the same number lie in the same world. */
function timesOf({ count }: Source, rows: number | null): number {
  if (rows === null) return Math.max(1, Math.min(WORLDS, Math.floor(FEW / count)))
  const times = Math.ceil(rows / count)
  return times < WORLDS ? times : WORLDS * Math.ceil(times / WORLDS)
}

/** @param large  tables that get at least `rows` rows; every other one that `isMeant` names gets some */
export async function multiplyRows(
  pool: pg.Pool,
  { large, rows, isMeant }: { large: readonly string[]; rows: number; isMeant(table: string): boolean },
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('SET session_replication_role = replica')
    const sources = await readSources(client, isMeant)
    for (const source of sources) source.times = timesOf(source, large.includes(source.table) ? rows : null)
    for (const { table } of sources)
      await client.query(`CREATE TEMP TABLE "rank_${table}" AS SELECT id, row_number() OVER (ORDER BY id) - 1 AS rank FROM "${table}"`)
    const offsets = new Map<string, bigint>()
    for (const { table } of sources)
      offsets.set(table, BigInt((await client.query(`SELECT COALESCE(max(id), 0) AS most FROM "${table}"`)).rows[0].most))
    for (const source of sources) {
      // a rule of a table that these clones break leaves it as it is
      await client.query(cloneSql(source, sources, offsets)).catch((error: Error) => {
        if (large.includes(source.table)) throw error
      })
    }
    for (const { table } of sources)
      await client.query(`SELECT setval(pg_get_serial_sequence('"${table}"', 'id'), (SELECT max(id) FROM "${table}"))`)
    await client.query('ANALYZE')
  } finally {
    client.release(true)
  }
}

/** Tables that have rows and a number as id. */
async function readSources(client: pg.PoolClient, isMeant: (table: string) => boolean): Promise<Source[]> {
  const { rows } = await client.query<Column & { table: string }>(`
    SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type,
      EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND (a.attnum = ANY (i.indkey::int2[])
        OR EXISTS (SELECT FROM pg_depend d WHERE d.objid = i.indexrelid AND d.refobjid = c.oid AND d.refobjsubid = a.attnum))) 
        AND NOT EXISTS (SELECT FROM pg_constraint v WHERE v.conrelid = c.oid AND v.contype = 'c' AND v.conkey = ARRAY[a.attnum]
          AND pg_get_constraintdef(v.oid) LIKE '%ANY (%') AS "isUnique",
      (SELECT f.confrelid::regclass::text FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.conkey = ARRAY[a.attnum] LIMIT 1) AS to
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname, a.attnum`)
  const sources: Source[] = []
  for (const [table, columns] of Map.groupBy(rows, (row) => row.table)) {
    if (!isMeant(table) || !columns.some(({ name, type }) => name === 'id' && type === 'bigint')) continue
    const count = Number((await client.query(`SELECT count(*) AS n FROM "${table}"`)).rows[0].n)
    if (count > 0) sources.push({ table, columns, count, times: 1 })
  }
  return sources
}

function cloneSql({ table, columns, count, times }: Source, sources: readonly Source[], offsets: ReadonlyMap<string, bigint>): string {
  // people are of no world: with each round through the worlds come others
  const cloneId = (of: Source, rank: string) =>
    `${offsets.get(of.table)} + (${of.table === PEOPLE ? `k + k / ${WORLDS}` : 'k'}) % ${of.times} * ${of.count} + ${rank} + 1`
  const values = columns.map(({ name, type, isUnique, to }) => {
    const own = `b."${name}"`
    if (name === 'id') return `${offsets.get(table)} + k * ${count} + r.rank + 1`
    const referred = sources.find((source) => source.table === to?.replaceAll('"', ''))
    if (referred) return `(SELECT ${cloneId(referred, 'o.rank')} FROM "rank_${referred.table}" o WHERE o.id = ${own})`
    if (isUnique && (type === 'text' || type === 'character varying')) return `left(${own}, 8) || left(md5(${own}), 6) || '.' || to_hex(k)`
    if (isUnique && (type === 'integer' || type === 'bigint')) return `${own} + k * 1000`
    // what happened did so at different times
    if (type === 'timestamp with time zone') return `CASE WHEN ${own} < now() THEN ${own} - k * interval '7 minutes' ELSE ${own} END`
    return own
  })
  return `INSERT INTO "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')}) OVERRIDING SYSTEM VALUE
    SELECT ${values.join(', ')} FROM generate_series(0, ${times - 1}) k, "${table}" b JOIN "rank_${table}" r ON r.id = b.id ON CONFLICT DO NOTHING`
}
