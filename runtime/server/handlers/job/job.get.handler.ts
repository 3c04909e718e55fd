import { defineHandler } from '../../../core/contracts.ts'
import { readOwnJob } from '../../jobs/readOwnJob.ts'

export default defineHandler('platform.job.get', ({ id }, context) => readOwnJob(id, context))
