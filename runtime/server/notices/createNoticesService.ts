/** Tells all server processes of one database what changed, by PostgreSQL's LISTEN / NOTIFY on one channel. A message is `topic` + space + text; it
 *  leaves when the sender's transaction commits. Nothing relies on delivery alone: caches have a time limit too, and hear of a lost
 *  connection. */
import { EventEmitter, on, setMaxListeners } from 'node:events'
import type { Duplex } from 'node:stream'
import { sql } from 'kysely'
import type { Client, QueryConfig } from 'pg'
import type { Database } from '../../core/contracts.ts'
import { connectClient } from '../database/connectClient.ts'
import type { SqlStatement } from '../database/SqlWriter.ts'
import type { ServerDeps } from '../serverContext.ts'

/** Channel of the database; triggers use it too. */
export const NOTICE_CHANNEL = 'agon'
const RECONNECT_MS = 1000
/** Notices are rare, so a dead line would look like a quiet one: it is asked this often, and must answer within the other. */
const ASK_MS = 10_000
const ANSWER_MS = 5_000
/** PostgreSQL refuses payloads of 8000 bytes and more. */
const MAX_TEXT = 4000

export interface NoticesPart {
  start(): Promise<void>
  stop(): Promise<void>
  /** Ends all listeners, and those that come later: open event streams would delay the server's end. */
  endFollowers(): void
  /** Aborts then, so that no one keeps waiting for a notice. */
  readonly ending: AbortSignal
  /** True while messages arrive; caches must not be trusted otherwise. */
  readonly connected: boolean
  /** Sends when `db`'s transaction commits. */
  publish(db: Database, topic: string, text?: string): Promise<void>
  /** Own process only, immediately. */
  emit(topic: string, text?: string): void
  /** Answers the remover. */
  listen(topic: string, listener: (text: string) => void): () => void
  /** Called whenever messages may have been missed. Answers the remover. */
  onGap(listener: () => void): () => void
  /** Messages of a topic as they come, until `signal` aborts. */
  subscribe(topic: string, signal: AbortSignal): AsyncIterable<string>
}

/** The statement that tells a topic when its transaction commits. */
export function noticeOf(topic: string, text = ''): SqlStatement {
  return { text: 'SELECT pg_notify($1, $2)', values: [NOTICE_CHANNEL, `${topic} ${text.slice(0, MAX_TEXT)}`] }
}

export function createNoticesService({ config, logger }: Pick<ServerDeps, 'config' | 'logger'>): NoticesPart {
  const emitter = new EventEmitter().setMaxListeners(0)
  const end = new AbortController()
  setMaxListeners(0, end.signal)
  const line = openLine(config.directUrl, {
    message: (payload) => {
      const space = payload.indexOf(' ')
      emitter.emit(`topic:${space < 0 ? payload : payload.slice(0, space)}`, space < 0 ? '' : payload.slice(space + 1))
    },
    gap: () => emitter.emit('gap'),
    lost: (error) => logger.warn({ err: error }, 'lost the line for notices; connecting again'),
  })
  const subscribe = (event: string, listener: (text: string) => void) => {
    emitter.on(event, listener)
    return () => void emitter.off(event, listener)
  }
  return {
    start: line.start,
    stop: line.stop,
    get connected() {
      return line.connected()
    },
    async publish(db, topic, text = '') {
      await sql`select pg_notify(${NOTICE_CHANNEL}, ${`${topic} ${text.slice(0, MAX_TEXT)}`})`.execute(db)
    },
    emit: (topic, text = '') => void emitter.emit(`topic:${topic}`, text),
    listen: (topic, listener) => subscribe(`topic:${topic}`, listener),
    onGap: (listener) => subscribe('gap', listener),
    endFollowers: () => end.abort(),
    ending: end.signal,
    subscribe: (topic, signal) => textsOf(emitter, topic, AbortSignal.any([signal, end.signal])),
  }
}

async function* textsOf(emitter: EventEmitter, topic: string, signal: AbortSignal): AsyncGenerator<string> {
  try {
    for await (const [text] of on(emitter, `topic:${topic}`, { signal })) yield text as string
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

interface LineEvents {
  message(payload: string): void
  gap(): void
  lost(error: unknown): void
}

/** One connection that listens and comes back by itself. */
function openLine(databaseUrl: string, events: LineEvents): { start(): Promise<void>; stop(): Promise<void>; connected(): boolean } {
  let client: Client | null = null
  let stopped = true
  let timer: NodeJS.Timeout | undefined
  let asking: NodeJS.Timeout | undefined
  const drop = (lost: Client, error: unknown): void => {
    if (client !== lost) return
    client = null
    clearInterval(asking)
    events.gap()
    retry(error)
  }
  const retry = (error: unknown): void => {
    if (stopped) return
    events.lost(error)
    timer = setTimeout(() => void connect().catch(retry), RECONNECT_MS)
  }
  const connect = async (): Promise<void> => {
    const fresh = await connectClient(databaseUrl, { application_name: 'agon notices' })
    fresh.on('notification', ({ payload }) => events.message(payload ?? ''))
    fresh.on('error', (error) => drop(fresh, error))
    fresh.on('end', () => drop(fresh, new Error('connection ended')))
    try {
      await fresh.query(`LISTEN ${NOTICE_CHANNEL}`)
    } catch (error) {
      await fresh.end().catch(() => {})
      throw error
    }
    if (stopped) return fresh.end()
    client = fresh
    asking = setInterval(() => void ask(fresh), ASK_MS).unref()
    events.gap()
  }
  const ask = (line: Client): Promise<unknown> =>
    line.query({ text: 'SELECT 1', query_timeout: ANSWER_MS } as QueryConfig).catch((error: unknown) => {
      drop(line, error)
      cut(line)
    })
  return {
    async start() {
      stopped = false
      await connect()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      clearInterval(asking)
      const open = client
      client = null
      const impatience = setTimeout(() => open && cut(open), ANSWER_MS).unref()
      await open?.end()
      clearTimeout(impatience)
    },
    connected: () => client !== null,
  }
}

/** Without a goodbye, which a dead line would not take. */
function cut(line: Client): void {
  ;(line as Client & { connection: { stream: Duplex } }).connection.stream.destroy()
}
