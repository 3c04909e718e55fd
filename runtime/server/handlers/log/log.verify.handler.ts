/** Starts proving the audit log as background work. */
import { defineHandler } from '../../../core/contracts.ts'
import { VERIFY_LOG_JOB } from '../../log/verifyLogJob.ts'

export default defineHandler('platform.log.verify', async (_, { jobs }) => ({ jobId: await jobs.enqueue(VERIFY_LOG_JOB, {}) }))
