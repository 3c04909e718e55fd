/** Creates indexes for filters on fields of stored forms when a filter is used often on a large table, and drops unused ones. A form has dozens of fields
 *  and few are ever filtered, so indexes made when a form is published would mostly be waste. A job builds them without blocking writes. The comment of an
 *  index says what it is for. */
import type pg from 'pg'
import { connectClient } from '../database/connectClient.ts'
import { createFieldIndex, FIELD_INDEX, type FieldPath, fieldIndexName } from '../database/fieldIndex.ts'
import { entityField, literal, quote, tableName } from '../database/tableNames.ts'
import { JOB_REQUEST } from '../jobs/jobRequest.ts'
import type { FieldIndexesPart, ServerDeps } from '../serverContext.ts'

export const FIELD_INDEX_JOB = 'platform.fieldIndex'

/** Uses of one filter that make its index, counted by each process since it started. */
const OFTEN = 5
/** Smaller tables are read through as fast. */
const LARGE_ROWS = 50_000
/** Of the whole platform: each costs every write of its table. */
const MAX = 20
const UNUSED_DAYS = 30
/** Topic of notices: the set of indexes has changed. */
const TOPIC = 'fieldIndexes'

export interface FieldIndexesService extends FieldIndexesPart {
  start(): Promise<void>
  /** The job. */
  build(order: FieldIndexOrder): Promise<void>
  /** Takes away what no one uses, and what was left half built. */
  maintain(now: Date): Promise<void>
}

interface FieldIndexOrder extends Omit<FieldPath, 'entity'> {
  entity: string
}

interface FoundIndex {
  name: string
  /** False while the index is being built, and for ever when that was interrupted. */
  valid: boolean
  used: Date
}

export function createFieldIndexesService(deps: ServerDeps): FieldIndexesService {
  let ready: ReadonlySet<string> = new Set()
  const uses = new Map<string, number>()

  async function load(): Promise<void> {
    ready = new Set((await foundIndexes(deps.pool)).flatMap(({ name, valid }) => (valid ? [name] : [])))
  }

  async function consider(path: FieldPath): Promise<void> {
    const { rows } = await deps.pool.query('SELECT FROM pg_class WHERE oid = to_regclass($1) AND reltuples >= $2', [
      quote(tableName(path.entity.id)),
      LARGE_ROWS,
    ])
    if (rows.length === 0) return
    const order: FieldIndexOrder = { entity: path.entity.id, field: path.field, path: path.path, kind: path.kind }
    const scope = { db: deps.db, session: deps.services.sessions.visitor(), now: new Date(), lang: deps.platform().app.languages.default }
    await deps.services.jobs.enqueue(FIELD_INDEX_JOB, { ...order }, { ...scope, request: JOB_REQUEST })
  }

  return {
    has: (path) => ready.has(fieldIndexName(path)),
    used(path) {
      const name = fieldIndexName(path)
      if (ready.has(name)) return
      const count = (uses.get(name) ?? 0) + 1
      uses.set(name, count % OFTEN)
      if (count === OFTEN) consider(path).catch((error: unknown) => deps.logger.warn({ err: error }, 'an index could not be ordered'))
    },
    async start() {
      deps.services.notices.listen(TOPIC, () => void load().catch((error: unknown) => deps.logger.warn({ err: error }, 'field indexes')))
      await load()
    },
    async build({ entity: id, ...rest }) {
      const entity = deps.platform().documents.entity.get(id)
      if (!entity || entityField(entity, rest.field)?.type !== 'json') return
      const path: FieldPath = { entity, ...rest }
      await alone(deps.config.directUrl, async (client) => {
        const found = await foundIndexes(client)
        if (found.some(({ name, valid }) => valid && name === fieldIndexName(path))) return
        if (found.length >= MAX)
          return void deps.logger.warn({ path: rest.path, entity: id }, 'no index for this filter: there are too many')
        await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${quote(fieldIndexName(path))}`)
        await client.query(createFieldIndex(path))
        const about = JSON.stringify({ entity: id, ...rest, at: new Date().toISOString() })
        await client.query(`COMMENT ON INDEX ${quote(fieldIndexName(path))} IS ${literal(about)}`)
        // what the planner knows of the expression
        await client.query(`ANALYZE ${quote(tableName(id))}`)
      })
      await deps.services.notices.publish(deps.db, TOPIC)
    },
    async maintain(now) {
      const before = new Date(now.getTime() - UNUSED_DAYS * 86_400_000)
      await alone(deps.config.directUrl, async (client) => {
        for (const { name, valid, used } of await foundIndexes(client))
          if (!valid || used < before) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${quote(name)}`)
      })
      await deps.services.notices.publish(deps.db, TOPIC)
    },
  }
}

/** The time of the last use is known from PostgreSQL 16 on; before that, of being made. */
async function foundIndexes(client: Pick<pg.ClientBase, 'query'>): Promise<FoundIndex[]> {
  const { rows } = await client.query<{ name: string; valid: boolean; about: string | null; used: string | null }>(
    `SELECT c.relname AS name, i.indisvalid AS valid, obj_description(c.oid, 'pg_class') AS about, to_jsonb(s) ->> 'last_idx_scan' AS used
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid LEFT JOIN pg_stat_user_indexes s ON s.indexrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND starts_with(c.relname, $1)`,
    [FIELD_INDEX],
  )
  return rows.map(({ name, valid, about, used }) => {
    const made = (JSON.parse(about ?? '{}') as { at?: string }).at
    const times = [made, used].flatMap((text) => (text ? [Date.parse(text)] : []))
    return { name, valid, used: times.length > 0 ? new Date(Math.max(...times)) : new Date() }
  })
}

/** One process at a time, on a connection that may take long. */
async function alone(databaseUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = await connectClient(databaseUrl, { application_name: 'agon indexes' })
  try {
    const { rows } = await client.query<{ mine: boolean }>(`SELECT pg_try_advisory_lock(hashtext('agon field indexes')) AS mine`)
    if (rows[0]?.mine) await work(client)
  } finally {
    await client.end()
  }
}
