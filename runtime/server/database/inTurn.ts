/** Work that several processes do when they start at the same time: one after the other, the later ones after the first has committed. */
import { sql } from 'kysely'
import type { Database } from '../../core/contracts.ts'

/** Runs the action in a transaction that holds an advisory lock of this name; waits for its turn without a limit. */
export function inTurn<T>(db: Database, name: string, action: (transaction: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('lock_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
      set_config('statement_timeout', '0', true)`.execute(transaction)
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
    return action(transaction)
  })
}
