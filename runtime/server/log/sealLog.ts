/** The hash chain over the operation log. One row of `platform_seal` seals a batch of entries: their ids, the hash of each, and the hash over the
 *  chain before it and this batch. Entries themselves are never written again, so nobody waits; which entries are new is told by the transaction
 *  that wrote them: all transactions below the oldest one still running are complete, so no entry can appear behind the seal later. */
import { createHash } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { onOneClient } from '../calls/transaction.ts'
import { LOG_TABLE } from './logEntry.ts'

const SEAL_LOCK = 7_046_029_255
const BATCH = 1_000
/** Changes when the text that is hashed changes. */
export const SEAL_FORMAT = 1

/** The hash of an entry, in SQL, over everything it says. Dates as seconds: no setting of the session changes them. */
export const ENTRY_HASH = `encode(sha256(convert_to(jsonb_build_array(
  l."id", extract(epoch FROM l."createdAt"), l."actorId", l."actorName", l."identity", l."call", l."title", l."ip", l."reason", l."requestId",
  l."entity", l."rowId", l."before", l."after")::text, 'UTF8')), 'hex')`

const LAST =
  'SELECT position, chain, "lastTransaction"::text AS "lastTransaction", ids[array_length(ids, 1)] AS "lastId" FROM platform_seal ORDER BY position DESC LIMIT 1'
// After a restore into another cluster its transaction numbers may start lower: then the entries above the highest sealed id are the new ones.
const NEXT = `SELECT l."id", l."_transaction"::text AS transaction, ${ENTRY_HASH} AS hash FROM ${LOG_TABLE} l
  WHERE l."_transaction" < pg_snapshot_xmin(pg_current_snapshot())
    AND CASE WHEN $1::xid8 < pg_snapshot_xmax(pg_current_snapshot()) THEN (l."_transaction", l."id") > ($1::xid8, $2::bigint) ELSE l."id" > $3::bigint END
  ORDER BY l."_transaction", l."id" LIMIT ${BATCH}`
const STORE = 'INSERT INTO platform_seal (position, format, ids, hashes, "lastTransaction", chain) VALUES ($1, $2, $3, $4, $5::xid8, $6)'

/** Seals one batch. @returns entries sealed; 0 when there was nothing, or another process seals */
export async function sealLog(pool: Pool): Promise<number> {
  return onOneClient(pool, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS locked', [SEAL_LOCK])
    return rows[0]?.locked ? sealBatch(client) : 0
  })
}

async function sealBatch(client: PoolClient): Promise<number> {
  const last = (await client.query<{ position: string; chain: string; lastTransaction: string; lastId: string }>(LAST)).rows[0]
  const highest = (
    await client.query<{ id: string | null }>('SELECT max(id) AS id FROM platform_seal, unnest(ids) AS id WHERE position > $1', [
      Number(last?.position ?? 0) - 50,
    ])
  ).rows[0]?.id
  const parameters = [last?.lastTransaction ?? '0', last?.lastId ?? '0', highest ?? '0']
  const { rows } = await client.query<{ id: string; transaction: string; hash: string }>(NEXT, parameters)
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const hashes = rows.map(({ hash }) => hash)
  const position = Number(last?.position ?? 0) + 1
  const chain = chainHash(last?.chain ?? '', position, ids, hashes)
  await client.query(STORE, [position, SEAL_FORMAT, ids, hashes, rows.at(-1)!.transaction, chain])
  return rows.length
}

/** The hash that ties a batch to everything before it. */
export function chainHash(before: string, position: number, ids: readonly string[], hashes: readonly string[]): string {
  const hash = createHash('sha256').update(`${before}\n${position}\n`)
  for (const [at, id] of ids.entries()) hash.update(`${id} ${hashes[at]}\n`)
  return hash.digest('hex')
}
