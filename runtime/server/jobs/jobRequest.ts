import type { RequestFacts } from '../serverContext.ts'

/** Request facts for work that no request started. */
export const JOB_REQUEST: RequestFacts = { id: 'job', ip: 'job', headers: {} }
