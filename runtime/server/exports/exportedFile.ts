/** What an export answers to clients that take more than JSON: the file of its job, when that ends in time. Those that take JSON alone, as our own
 *  client does, get the job and follow it. */
import type { Session } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import type { JobView } from '../../core/wire.ts'
import { databaseLimits } from '../database/databaseLimits.ts'
import { isOver, jobTopic } from '../jobs/describeJob.ts'
import { readOwnJob } from '../jobs/readOwnJob.ts'
import type { ServerDeps } from '../serverContext.ts'

const JSON_TYPE = /^[\w.+-]+\/([\w.-]+\+)?json$/

/** @param accept  the header `Accept`; without one a client takes everything */
export function takesFile(accept: string | undefined): boolean {
  const types = (accept ?? '').split(',').map((range) => range.split(';')[0]!.trim().toLowerCase())
  return !types.every((type) => JSON_TYPE.test(type))
}

/**
 * Waits for the job of an export, at most `exportWaitSeconds` of `platform.database`.
 * @param gone  aborts when the client has gone
 * @returns     id of the file; null when the job takes longer
 * @throws      the job's own error, JOB_FAILED
 */
export async function exportedFile(jobId: string, session: Session, deps: ServerDeps, gone: AbortSignal): Promise<string | null> {
  const late = AbortSignal.timeout(databaseLimits(deps.platform()).exportWaitSeconds * 1000)
  const job = await lastState(jobId, session, deps, AbortSignal.any([gone, late, deps.services.notices.ending]))
  if (job.state === 'failed') throw new AgonError(job.error ?? 'JOB_FAILED', { job: jobId })
  return job.state === 'done' ? (job.result as { id: string }).id : null
}

/** The job when it is over, or when `signal` aborts. It is looked at after listening began, and again when notices may have been missed. */
async function lastState(jobId: string, session: Session, { db, services }: ServerDeps, signal: AbortSignal): Promise<JobView> {
  let changed = Promise.withResolvers<void>()
  const wake = () => changed.resolve()
  const removers = [services.notices.listen(jobTopic(jobId), wake), services.notices.onGap(wake)]
  signal.addEventListener('abort', wake, { once: true })
  try {
    for (;;) {
      changed = Promise.withResolvers()
      const job = await readOwnJob(jobId, { db, session })
      if (isOver(job) || signal.aborted) return job
      await changed.promise
    }
  } finally {
    signal.removeEventListener('abort', wake)
    for (const remove of removers) remove()
  }
}
