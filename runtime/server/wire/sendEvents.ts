/** Server-sent events as the stream of a raw reply. A stream holds a connection and listeners for as long as it is open, so a person, or the visitors of a
 *  network, have a number of them in each process. */
import { Readable } from 'node:stream'
import type { HandlerContext } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'

const HEARTBEAT_MS = 15_000
/** Streams that one person has open at one address; tabs of a browser share one. `security.streams` of the app document says another number. */
const STREAMS = 20

type Produce = (send: (event: string, data: unknown) => void, signal: AbortSignal) => Promise<void>
type Asked = Pick<HandlerContext, 'reply' | 'session' | 'request' | 'platform'>

const open = new Map<string, number>()

/**
 * Answers a call with events.
 * @param produce  sends events until it returns or `signal` aborts (the reader left)
 * @throws         STREAMS_FULL
 */
export function sendEvents({ reply, session, request, platform }: Asked, produce: Produce): void {
  const key = `${session.userId ?? ''} ${request.network}`
  const max = platform.app.security?.streams ?? STREAMS
  const count = open.get(key) ?? 0
  if (count >= max) throw new AgonError('STREAMS_FULL', { max })
  open.set(key, count + 1)
  for (const [name, value] of Object.entries(EVENT_STREAM_HEADERS)) reply.header(name, value)
  const stream = eventStream(produce)
  stream.once('close', () => {
    const left = open.get(key)! - 1
    if (left > 0) open.set(key, left)
    else open.delete(key)
  })
  reply.stream(stream)
}

/** The reply's body: comments keep proxies from closing a silent line. */
function eventStream(produce: Produce): Readable {
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
const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // an ended stream leaves no idle connection that the server's end would wait for
  connection: 'close',
} as const
