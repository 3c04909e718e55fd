/** Door `context.jobs`: work in the background, and work outside of the transaction. Types only. */
import type { HandlerContext, JobTypes } from '../contracts.ts'

export interface JobsDoor {
  /** Queues a job. It starts after the commit and at least `inSeconds` later, with the rights of the asker or of `as`. Returns the id of the job. */
  enqueue<N extends keyof JobTypes & string>(handler: N, input: JobTypes[N], when?: JobTime): Promise<string>
  /** In a job: reports progress. Elsewhere: does nothing. */
  progress(state: JobProgress): Promise<void>
  /** Runs a computation of a plugin (`plugins/<area>/<name>.computation.ts`) in a separate thread; for jobs with `waits`. Never inside a transaction.
   *  @throws what it throws; COMPUTATION_TOO_LONG; BUSY while too many wait */
  compute<I, O>(computation: Computation<I, O>, data: I, progress?: (done: number) => Promise<void>): Promise<O>
  /** In a job with `waits`: a transaction for what is written together. Elsewhere the work joins the transaction of the call. */
  write<T>(work: (context: HandlerContext) => Promise<T>): Promise<T>
}

export interface JobTime {
  inSeconds?: number
  /** Id of the person whose rights the job has instead of the asker's. */
  as?: string
}

export interface JobProgress {
  /** 0..1 */
  done: number
  /** Text key or plain number facts for it. */
  note?: string
}

/** Work that needs seconds of processor time. It runs in a thread that has only its data: no database, no rights. */
export interface Computation<I = never, O = unknown> {
  name: string
  /** @param progress  takes the share that is done, 0 to 1 */
  run(data: I, progress: (done: number) => Promise<void>): Promise<O>
}
