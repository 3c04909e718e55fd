/** The one place where a connection is taken from a pool. PostgreSQL may end a session at any moment, also while no one waits for an answer: `pg` tells
 *  that by an `error` event, and an event without a listener ends the process. So every client has a listener for its whole life. */
import type { ClientBase, Pool, PoolClient } from 'pg'
import { isUnreached } from './isConnectionLost.ts'

export interface CheckedOut {
  client: PoolClient
  /** To be called once. @param broken  the connection is not used again */
  giveBack(broken?: Error): void
}

/** Why connections broke while no one waited. */
const causes = new WeakMap<object, Error>()

/** Keeps a client's `error` events from ending the process, and remembers the first. */
export function watchClient<C extends ClientBase>(client: C): C {
  client.on('error', (error) => {
    if (!causes.has(client)) causes.set(client, error)
  })
  return client
}

/** A connection of its own until `giveBack`. */
export async function checkOut(pool: Pool): Promise<CheckedOut> {
  const client = await pool.connect()
  return { client, giveBack: (broken) => client.release(broken) }
}

/** Whether the connection broke by itself. */
export function isBroken(client: object): boolean {
  return causes.has(client)
}

/** What broke the connection, when the error only says that it is broken. */
export function causeOf(client: object, error: unknown): unknown {
  return isUnreached(error) ? (causes.get(client) ?? error) : error
}
