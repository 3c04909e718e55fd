/** Removes what has expired: stored replies, counters of rate limits, rows of entities with `retention`. Any process may do it. */
import { KEPT_HOURS } from './calls/idempotency.ts'
import { quote, tableName } from './database/tableNames.ts'
import { namedFiles } from './files/createFilesService.ts'
import { isReadOnly } from './operate/operatingMode.ts'
import type { ServerDeps } from './serverContext.ts'

const EVERY_MS = 10 * 60_000
const BATCH = 1_000

/** Answers the stop. */
export function startHousekeeping(deps: ServerDeps): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = keepHouse(deps).catch((error: unknown) => deps.logger.warn({ err: error }, 'housekeeping failed'))
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** One round. */
export async function keepHouse(deps: ServerDeps): Promise<void> {
  if (isReadOnly(deps.platform())) return
  await deps.background.pool.query(`DELETE FROM platform_reply WHERE "createdAt" < now() - interval '${KEPT_HOURS} hours'`)
  await deps.background.pool.query('DELETE FROM platform_rate WHERE until < now()')
  for (const { id, retention } of deps.platform().documents.entity.values()) {
    if (!retention) continue
    const due = `SELECT "id" FROM ${quote(tableName(id))} WHERE ${quote(retention.field)} < now() - make_interval(days => $1)`
    const cleared = (retention.fields ?? []).map(quote)
    const where = retention.action === 'clear' ? ` AND (${cleared.map((field) => `${field} IS NOT NULL`).join(' OR ')})` : ''
    const table = quote(tableName(id))
    const rows = `(${due}${where} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`
    if (retention.action === 'clear') {
      const before = `SELECT "id", ${cleared.join(', ')} FROM ${table} WHERE "id" IN ${rows}`
      const change = `UPDATE ${table} t SET ${cleared.map((field) => `${field} = NULL`).join(', ')} FROM (${before}) o WHERE t."id" = o."id" RETURNING o.*`
      const { rows: changed } = await deps.background.pool.query(change, [retention.days])
      for (const { id: rowId, ...values } of changed) {
        const files = [...namedFiles(values)]
        if (files.length > 0) await deps.services.files.release(deps.db, id, [rowId], files)
      }
    } else {
      const { rows: gone } = await deps.background.pool.query(`DELETE FROM ${table} WHERE "id" IN ${rows} RETURNING "id"`, [retention.days])
      if (gone.length > 0)
        await deps.services.files.release(
          deps.db,
          id,
          gone.map((row) => row.id),
        )
    }
  }
}
