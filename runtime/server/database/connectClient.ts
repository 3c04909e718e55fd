/** Opens one connection outside of the pools: for work before they exist, and for listening. */
import pg from 'pg'
import { AgonError } from '../../core/errors.ts'
import { watchClient } from './checkOut.ts'

/** Waiting longer than this for a connection is a failure. */
export const CONNECTION_WAIT_MS = 5_000
/** The system asks a silent other end whether it is there, then every second; after ten questions without an answer the connection is broken. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const
/** The same for PostgreSQL's end, as parameters of the session: its process for a client that is gone keeps locks until it notices. Node cannot set
 *  `TCP_USER_TIMEOUT`; what is sent to a dead host is given up by the time limit of statements. */
export const SERVER_KEEP_ALIVE =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4 -c tcp_user_timeout=30000'

/** PgBouncer, when a session shall have settings of its own. */
const POOLER_REFUSES = 'unsupported startup parameter'

/** @throws what `pg` says when no one answers; DATABASE_POOLED for a pooler where a session is needed */
export async function connectClient(databaseUrl: string, options: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = watchClient(
    new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECTION_WAIT_MS, ...KEEP_ALIVE, ...options }),
  )
  await client.connect().catch((error: Error) => {
    throw error.message.startsWith(POOLER_REFUSES) ? new AgonError('DATABASE_POOLED', { found: error.message }) : error
  })
  return client
}
