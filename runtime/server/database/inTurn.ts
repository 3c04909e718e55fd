/** Work that several processes do when they start at the same time: one after the other, the later ones after the first has committed. */
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../core/contracts.ts'

const ASK_AGAIN_MS = 50

/** Runs the action in a transaction that holds an advisory lock of this name; waits for its turn without a limit, asking again and again: a statement
 *  that waits as long would look like one that no one answers. */
export function inTurn<T>(db: Database, name: string, action: (transaction: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('lock_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
      set_config('statement_timeout', '0', true)`.execute(transaction)
    while (!(await isMyTurn(transaction, name))) await setTimeout(ASK_AGAIN_MS)
    return action(transaction)
  })
}

async function isMyTurn(transaction: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as mine`.execute(transaction)
  return rows[0]?.mine === true
}
