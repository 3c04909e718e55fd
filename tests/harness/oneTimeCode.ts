/** The code that the platform sent to an address last, read where staff read it: the outbox. */
import type pg from 'pg'

/** @throws Error when none was sent */
export async function readCode(db: Pick<pg.Pool, 'query'>, address: string): Promise<string> {
  const { rows } = await db.query('select variables from platform_outbox where address = $1 order by id desc limit 1', [address])
  if (!rows[0]) throw new Error(`no message was sent to ${address}`)
  return rows[0].variables.code
}
