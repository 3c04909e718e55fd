/** A key made once for all processes of one database, kept in `platform.secret`. */
import { randomBytes } from 'node:crypto'
import type { Database } from '../../core/contracts.ts'

const KEY_BYTES = 32

/** The key of this name; two processes that ask at the same time for a new one receive the same. */
export async function platformSecret(db: Database, name: string): Promise<Buffer> {
  const fresh = randomBytes(KEY_BYTES).toString('base64url')
  await db
    .insertInto('platform_secret')
    .values({ name, value: fresh })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await db.selectFrom('platform_secret').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return Buffer.from(row.value as string, 'base64url')
}
