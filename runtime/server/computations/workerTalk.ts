/** Questions and answers between a worker and the server, one at a time: the worker asks by name, the server answers. A worker is a thread, or a process of its own
 *  whose memory is free again when it ends. */
import { type ChildProcess, fork } from 'node:child_process'
import { parentPort, type ResourceLimits, Worker, workerData } from 'node:worker_threads'
import { AgonError } from '../../core/errors.ts'

type Questions = Record<string, (value: never) => Promise<unknown>>
type WorkerMessage =
  | { ask: string; value: unknown }
  | { done: true }
  | { failed: { code: string; details: Record<string, unknown> } }
  | { broken: { message: string; stack: string | undefined } }
type Reply = { value: unknown } | { failed: unknown }

/** In the worker: asks the server. */
export function askServer<Q>(name: keyof Q & string, value?: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    hear((reply: Reply) => ('failed' in reply ? reject(reply.failed) : resolve(reply.value)))
    tell({ ask: name, value })
  })
}

/** In the worker: does what it was given and tells how that ended. A declared error keeps its code; a fault becomes the server's. */
export async function runWork<T>(work: (order: T) => Promise<void>): Promise<void> {
  // the server has ended: no one waits for the result
  process.on('disconnect', () => process.exit())
  try {
    await work(parentPort ? (workerData as T) : await new Promise<T>((resolve) => hear(resolve)))
    tell({ done: true })
  } catch (error) {
    if (error instanceof AgonError) tell({ failed: { code: error.code, details: error.details } })
    else tell({ broken: { message: String((error as Error)?.message ?? error), stack: (error as Error)?.stack } })
  }
}

function tell(message: WorkerMessage): void {
  if (parentPort) parentPort.postMessage(message)
  // a server that is gone ends this process as soon as it is noticed
  else process.send!(message, undefined, {}, () => {})
}

function hear<T>(listener: (value: T) => void): void {
  if (parentPort) parentPort.once('message', listener)
  else process.once('message', listener as (value: unknown) => void)
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
  const worker = new Worker(file, { workerData: data, resourceLimits })
  return converse(worker, { send: (reply) => worker.postMessage(reply), end: () => worker.terminate() }, questions, stop)
}

/** As `runThread`, in a process. @param flags of Node, beside the server's own */
export function runProcess(
  file: URL,
  data: unknown,
  questions: Questions,
  stop: AbortSignal,
  flags: readonly string[] = [],
): Promise<void> {
  const own = process.execArgv.filter((flag) => !flag.startsWith('--inspect'))
  const child = fork(file, { execArgv: [...own, ...flags], serialization: 'advanced' })
  child.send(data as object)
  return converse(child, { send: (reply) => child.send(reply), end: () => endProcess(child) }, questions, stop)
}

function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

interface Door {
  send(reply: Reply): void
  end(): Promise<unknown>
}

function converse(worker: NodeJS.EventEmitter, { send, end: leave }: Door, questions: Questions, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let settled = false
    const end = (settle: () => void) => {
      // a worker that is ended says once more that it ended
      if (settled) return
      settled = true
      stop.removeEventListener('abort', halt)
      void leave().then(settle)
    }
    const fail = (error: unknown) => end(() => reject(error))
    const halt = () => fail(stop.reason instanceof AgonError ? stop.reason : new Error('stopped'))
    stop.addEventListener('abort', halt)
    if (stop.aborted) halt()
    worker.on('error', fail)
    worker.on('exit', (code) => fail(new Error(`the worker ended before its work (${code})`)))
    worker.on('message', (message: WorkerMessage) => {
      if (settled) return
      if ('done' in message) return end(resolve)
      if ('failed' in message) return fail(new AgonError(message.failed.code, message.failed.details))
      if ('broken' in message) return fail(Object.assign(new Error(message.broken.message), { stack: message.broken.stack }))
      const answer = questions[message.ask] as (value: unknown) => Promise<unknown>
      answer(message.value).then((value) => settled || send({ value }), fail)
    })
  })
}
