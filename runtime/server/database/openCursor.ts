/** Reads a large result in pages from one snapshot, without holding it in memory. */
import type { Pool } from 'pg'
import { checkOut } from './checkOut.ts'
import type { SqlStatement } from './SqlWriter.ts'

/** Pages of at most `size` rows. The connection goes back to the pool when the loop ends, also when it ends early. */
export async function* openCursor(pool: Pool, { text, values }: SqlStatement, size: number): AsyncGenerator<Record<string, unknown>[]> {
  const { client, giveBack } = await checkOut(pool)
  let failed: Error | undefined
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query("SET LOCAL idle_in_transaction_session_timeout = '5min'")
    await client.query(`DECLARE page_cursor NO SCROLL CURSOR FOR ${text}`, values)
    for (;;) {
      const { rows } = await client.query(`FETCH ${size} FROM page_cursor`)
      if (rows.length > 0) yield rows
      if (rows.length < size) return
    }
  } finally {
    await client.query('ROLLBACK').catch((error: Error) => {
      failed = error
    })
    giveBack(failed)
  }
}
