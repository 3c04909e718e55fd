import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Server } from '../../runtime/server/createServer.ts'
import { NOTICE_CHANNEL } from '../../runtime/server/notices/createNoticesService.ts'

/** Waits until the server has heard what was committed so far: notices come in the order of the transactions that sent them. What SQL of a test has changed
 *  about people's rights counts from then on, however busy the machine is. */
export async function heardNotices({ deps }: Server, db: pg.Pool): Promise<void> {
  const { notices } = deps.services
  if (!notices.connected) return
  const topic = `heard${randomBytes(8).toString('hex')}`
  const { promise, resolve } = Promise.withResolvers<void>()
  const removers = [notices.listen(topic, () => resolve()), notices.onGap(resolve)]
  await db.query('SELECT pg_notify($1, $2)', [NOTICE_CHANNEL, topic])
  await promise
  for (const remove of removers) remove()
}
