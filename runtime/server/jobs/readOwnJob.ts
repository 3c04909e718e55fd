/** A job of the person who asks; for everyone else it does not exist. */
import type { HandlerContext } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import type { JobView } from '../../core/wire.ts'
import { describeJob } from './describeJob.ts'

/** @throws NOT_FOUND */
export async function readOwnJob(id: string, { db, session }: Pick<HandlerContext, 'db' | 'session'>): Promise<JobView> {
  const row = await db.selectFrom('platform_job').selectAll().where('key', '=', id).where('ownerId', '=', session.userId).executeTakeFirst()
  if (!row) throw new AgonError('NOT_FOUND', { entity: 'platform.job', id })
  return describeJob(row)
}
