/** Opens one connection outside of the pools: for work before they exist, and for listening. */
import pg from 'pg'
import { watchClient } from './checkOut.ts'

/** Waiting longer than this for a connection is a failure. */
export const CONNECTION_WAIT_MS = 5_000

/** @throws what `pg` says when no one answers */
export async function connectClient(databaseUrl: string, options: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = watchClient(new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECTION_WAIT_MS, ...options }))
  await client.connect()
  return client
}
