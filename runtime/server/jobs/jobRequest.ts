import type { RequestFacts } from '../serverContext.ts'

/** Request facts of what no request asked for. */
export const JOB_REQUEST: RequestFacts = { id: 'job', ip: 'job', headers: {} }
