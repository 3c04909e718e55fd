/** The hash chain over the audit log. One row of `platform_seal` seals a batch of entries: their ids, the hash of each, and the hash over the
 *  chain before it and this batch. Entries themselves are never written again, so no one waits; which entries are new is decided by the transaction
 *  that wrote them: all transactions below the oldest one still running are complete, so no entry can appear behind the seal later. */
import { createHash } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { onOneClient } from '../calls/transaction.ts'
import { LOG_TABLE } from './logEntry.ts'

const SEAL_LOCK = 7_046_029_255
const BATCH = 1_000
/** Entries of running transactions are sealed behind higher ids, by a few batches at most. */
const RECENT_SEALS = 50
/** Changes when the text that is hashed changes. */
export const SEAL_FORMAT = 1

/** The hash of an entry, in SQL, over everything it says. Dates as seconds: no setting of the session changes them. */
export const ENTRY_HASH = `encode(sha256(convert_to(jsonb_build_array(
  l."id", extract(epoch FROM l."createdAt"), l."actorId", l."actorName", l."identity", l."call", l."title", l."ip", l."reason", l."requestId",
  l."entity", l."rowId", l."before", l."after")::text, 'UTF8')), 'hex')`

const LAST = `SELECT position, chain, "lastTransaction"::text AS "lastTransaction", ids[array_length(ids, 1)] AS "lastId",
    "lastTransaction" < pg_snapshot_xmax(pg_current_snapshot()) AS "isOfCluster"
  FROM platform_seal ORDER BY position DESC LIMIT 1`
const HIGHEST = 'SELECT max(id) AS id FROM platform_seal, unnest(ids) AS id WHERE position > $1'
/** Each condition is served by an index: the log is long. After a restore into another cluster its transaction numbers may start lower: then the entries
 *  above the highest sealed id are the new ones. */
const NEXT = `SELECT l."id", l."_transaction"::text AS transaction, ${ENTRY_HASH} AS hash FROM ${LOG_TABLE} l
  WHERE l."_transaction" < pg_snapshot_xmin(pg_current_snapshot())`
const OF_CLUSTER = `${NEXT} AND (l."_transaction", l."id") > ($1::xid8, $2::bigint) ORDER BY l."_transaction", l."id" LIMIT ${BATCH}`
const AFTER_RESTORE = `${NEXT} AND l."id" > $1::bigint ORDER BY l."_transaction", l."id" LIMIT ${BATCH}`
const STORE = 'INSERT INTO platform_seal (position, format, ids, hashes, "lastTransaction", chain) VALUES ($1, $2, $3, $4, $5::xid8, $6)'

/** Seals what is there, in full batches and a last one. Entries that come meanwhile wait for the next time: in batches of a few they would cost more than
 *  the writes that they tell of. @returns entries sealed; 0 also when another process seals */
export async function sealLog(pool: Pool): Promise<number> {
  for (let sealed = 0; ; ) {
    const batch = await onOneClient(pool, async (client) => {
      const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS locked', [SEAL_LOCK])
      return rows[0]?.locked ? sealBatch(client) : 0
    })
    sealed += batch
    if (batch < BATCH) return sealed
  }
}

async function sealBatch(client: PoolClient): Promise<number> {
  const last = (await client.query<LastSeal>(LAST)).rows[0]
  const { rows } = await client.query<Entry>(await nextOf(client, last))
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const hashes = rows.map(({ hash }) => hash)
  const position = Number(last?.position ?? 0) + 1
  const chain = chainHash(last?.chain ?? '', position, ids, hashes)
  await client.query(STORE, [position, SEAL_FORMAT, ids, hashes, rows.at(-1)!.transaction, chain])
  return rows.length
}

interface LastSeal {
  position: string
  chain: string
  lastTransaction: string
  lastId: string
  isOfCluster: boolean
}

interface Entry {
  id: string
  transaction: string
  hash: string
}

async function nextOf(client: PoolClient, last: LastSeal | undefined): Promise<{ text: string; values: string[] }> {
  if (last?.isOfCluster !== false) return { text: OF_CLUSTER, values: [last?.lastTransaction ?? '0', last?.lastId ?? '0'] }
  const { rows } = await client.query<{ id: string | null }>(HIGHEST, [Number(last.position) - RECENT_SEALS])
  return { text: AFTER_RESTORE, values: [rows[0]?.id ?? '0'] }
}

/** The hash that ties a batch to everything before it. */
export function chainHash(before: string, position: number, ids: readonly string[], hashes: readonly string[]): string {
  const hash = createHash('sha256').update(`${before}\n${position}\n`)
  for (const [at, id] of ids.entries()) hash.update(`${id} ${hashes[at]}\n`)
  return hash.digest('hex')
}
