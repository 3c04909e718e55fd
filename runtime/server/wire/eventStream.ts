/** Server-sent events as a stream for a raw reply. */
import { Readable } from 'node:stream'

const HEARTBEAT_MS = 15_000

/**
 * @param produce sends events until it returns or `signal` aborts (the reader left)
 * @returns       the reply's body: comments keep proxies from closing a silent line
 */
export function eventStream(produce: (send: (event: string, data: unknown) => void, signal: AbortSignal) => Promise<void>): Readable {
  const abort = new AbortController()
  const stream = new Readable({
    read() {},
    destroy(error, done) {
      clearInterval(heartbeat)
      abort.abort()
      done(error)
    },
  })
  const heartbeat = setInterval(() => stream.push(':\n\n'), HEARTBEAT_MS)
  stream.push(':\n\n')
  const send = (event: string, data: unknown): void => {
    if (!abort.signal.aborted) stream.push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  produce(send, abort.signal).then(
    () => abort.signal.aborted || stream.push(null),
    (error: Error) => abort.signal.aborted || stream.destroy(error),
  )
  return stream
}

/** Headers of such a reply. */
export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // an ended stream leaves no idle connection that the server's end would wait for
  connection: 'close',
} as const
