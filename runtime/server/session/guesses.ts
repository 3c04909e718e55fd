/** Limits guessing at passwords: failures are counted per account and address, per account, and per address, by the hour, in the database, so that
 *  all processes share the count. Keys are hashes: what was typed is never stored. An attacker at one address cannot lock out the person at another. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, GuessedSecret } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import type { Platform } from '../../core/platform.ts'
import { SECONDS_PER_HOUR } from '../../core/time.ts'

/** Settings document: most failures in an hour. */
const SETTINGS = 'platform.guesses'

type Counted = 'pair' | 'account' | 'address'

export interface Guesses {
  /** Counts a guess before its secret is looked at. @throws RATE_LIMITED */
  count(at: GuessedSecret, address: string): Promise<void>
  /** Undoes the count of a guess that was right. */
  forgive(at: GuessedSecret, address: string): Promise<void>
}

/** @param db outside of the call's transaction: a failed call must not take its count back */
export function createGuesses(db: Database, platform: () => Platform): Guesses {
  return {
    async count(at, address) {
      const keys = keysOf(at, address)
      const { counts, retryAfter } = await add(db, Object.values(keys), 1)
      const { values } = platform().get('settings', SETTINGS)
      for (const [name, key] of Object.entries(keys)) {
        const max = Number(values[name]?.value)
        if ((counts.get(key) ?? 0) > max) throw new AgonError('RATE_LIMITED', { max, seconds: SECONDS_PER_HOUR, retryAfter })
      }
    },
    async forgive(at, address) {
      await add(db, Object.values(keysOf(at, address)), -1)
    },
  }
}

/** An account counts as one, however it is called: username, phone and email lead to the same key. */
function keysOf({ secret, userId, account: typed }: GuessedSecret, address: string): Record<Counted, string> {
  const account = `${secret} ${userId === null ? `name ${typed}` : `user ${userId}`}`
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  return { pair: hash(`pair ${account} ${address}`), account: hash(`account ${account}`), address: hash(`address ${address}`) }
}

async function add(db: Database, keys: string[], by: 1 | -1): Promise<{ counts: Map<string, number>; retryAfter: number }> {
  const hour = sql<string>`date_trunc('hour', now())`
  const rows = await db
    .insertInto('account_attempt')
    .values([...keys].sort().map((key) => ({ key, hour, failures: Math.max(by, 0) })))
    .onConflict((conflict) =>
      conflict.columns(['key', 'hour']).doUpdateSet({ failures: sql`greatest(account_attempt."failures" + ${by}::int, 0)` }),
    )
    .returning(['key', 'failures', sql<number>`ceil(extract(epoch from ${hour} + interval '1 hour' - now()))::int`.as('wait')])
    .execute()
  const counts = new Map(rows.map((row) => [row.key as string, row.failures as number]))
  return { counts, retryAfter: Math.max(1, ...rows.map((row) => row.wait)) }
}
