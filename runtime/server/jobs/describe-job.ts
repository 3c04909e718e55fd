/** A job as its owner sees it. */

export interface JobView {
  id: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** 0..1 */
  done: number
  note: string | null
  result: unknown
  /** Error code, its text is `error.CODE`. */
  error: string | null
}

/** Topic of notices: this job changed. */
export function jobTopic(key: string): string {
  return `job:${key}`
}

/** @param row of `platform.job` */
// biome-ignore lint/suspicious/noExplicitAny: rows of tables declared in JSON
export function describeJob(row: any): JobView {
  return { id: row.key, state: row.state, done: row.done, note: row.note, result: row.result, error: row.error }
}
