/** A key made once for all processes of one database, kept in `platform.secret`. */
import { randomBytes } from 'node:crypto'
import type { Database } from '../../core/contracts.ts'

const KEY_BYTES = 32

/** The key of this name; two processes that ask at the same time for a new one receive the same. One that is there is only read. */
export async function platformSecret(db: Database, name: string): Promise<Buffer> {
  const key = (await read(db, name)) ?? (await make(db, name))
  return Buffer.from(key, 'base64url')
}

async function read(db: Database, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('platform_secret').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value as string | undefined
}

async function make(db: Database, name: string): Promise<string> {
  const fresh = randomBytes(KEY_BYTES).toString('base64url')
  await db
    .insertInto('platform_secret')
    .values({ name, value: fresh })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await read(db, name))!
}
