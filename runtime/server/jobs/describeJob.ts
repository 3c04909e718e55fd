/** A job as its owner sees it, and the topic on which its changes are announced. */
import type { JobView } from '../../core/wire.ts'

/** Topic of notices: this job changed. */
export function jobTopic(key: string): string {
  return `job:${key}`
}

/** @param row of `platform.job` */
// biome-ignore lint/suspicious/noExplicitAny: rows of tables declared in JSON
export function describeJob(row: any): JobView {
  return { id: row.key, state: row.state, done: row.done, note: row.note, result: row.result, error: row.error }
}

/** Whether a job has ended. */
export function isOver({ state }: JobView): boolean {
  return state === 'done' || state === 'failed'
}
