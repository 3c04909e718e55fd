/** Questions and answers between a thread and the server, one at a time: the thread asks by name, the server answers. */
import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads'
import { AgonError } from '../../core/errors.ts'

type Questions = Record<string, (value: never) => Promise<unknown>>
type Told = { ask: string; value: unknown } | { done: true } | { failed: { code: string; details: Record<string, unknown> } }
type Reply = { value: unknown } | { failed: unknown }

/** In the thread: asks the server. */
export function askServer<Q>(name: keyof Q & string, value?: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    parentPort!.once('message', (reply: Reply) => ('failed' in reply ? reject(reply.failed) : resolve(reply.value)))
    parentPort!.postMessage({ ask: name, value } satisfies Told)
  })
}

/** In the thread: does its work and tells how it ended. A declared error keeps its code; a fault becomes the server's. */
export async function workInThread(work: () => Promise<void>): Promise<void> {
  try {
    await work()
    parentPort!.postMessage({ done: true } satisfies Told)
  } catch (error) {
    if (!(error instanceof AgonError)) throw error
    parentPort!.postMessage({ failed: { code: error.code, details: error.details } } satisfies Told)
  }
}

/**
 * On the server: runs a thread to its end.
 * @param questions what it may ask; a question that fails ends the thread
 * @throws AgonError that ended it, or the fault; also when `stop` is aborted
 */
export function runThread(
  file: URL,
  data: unknown,
  questions: Questions,
  stop: AbortSignal,
  resourceLimits: ResourceLimits = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData: data, resourceLimits })
    let settled = false
    const end = (settle: () => void) => {
      // a thread that is ended says once more that it ended
      if (settled) return
      settled = true
      stop.removeEventListener('abort', halt)
      void worker.terminate().then(settle)
    }
    const fail = (error: unknown) => end(() => reject(error))
    const halt = () => fail(new Error('stopped'))
    stop.addEventListener('abort', halt)
    if (stop.aborted) halt()
    worker.on('error', fail)
    worker.on('exit', (code) => fail(new Error(`the thread ended before its work (${code})`)))
    worker.on('message', (told: Told) => {
      if ('done' in told) return end(resolve)
      if ('failed' in told) return fail(new AgonError(told.failed.code, told.failed.details))
      const answer = questions[told.ask] as (value: unknown) => Promise<unknown>
      answer(told.value).then((value) => worker.postMessage({ value } satisfies Reply), fail)
    })
  })
}
