/** People who ask questions, upload files and keep drafts, as often as they are answered. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Tokens } from '../../runtime/core/contracts.ts'
import type { Server } from '../../runtime/server/createServer.ts'

const PEOPLE = 4
const BREATH_MS = 100
const QUESTION_EVERY = 60
const MARK = '----restore'

export interface Load {
  /** What was acknowledged so far. */
  counts: Record<'questions' | 'files' | 'drafts' | 'refused', number>
  /** Settles when no one waits for an answer. */
  end(): Promise<void>
}

/** @param server  with the demonstration in its database */
export async function startLoad({ app, deps }: Server): Promise<Load> {
  const counts = { questions: 0, files: 0, drafts: 0, refused: 0 }
  const over = { is: false }
  const { rows } = await deps.pool.query(`SELECT id FROM competition_competition WHERE published ORDER BY id LIMIT 1`)
  const competitionId = String(rows[0].id)
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_, at) => person(deps, at)))
  const ask = async (token: string, url: string, payload: object | Buffer, more: Record<string, string> = {}) => {
    const reply = await app.inject({
      method: 'POST',
      url,
      payload,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...more },
    })
    return reply.json().code === 0
  }
  const kinds = {
    files: (token: string) => ask(token, '/api/platform/upload', sheet(), { 'content-type': `multipart/form-data; boundary=${MARK}` }),
    drafts: (token: string) =>
      ask(token, '/api/platform/draft', { key: randomBytes(4).toString('hex'), hash: '', answers: { text: mark() } }),
    questions: (token: string) => ask(token, '/api/web/question/ask', { competitionId, text: `When does it begin? ${mark()}` }),
  }
  const one = async (token: string) => {
    for (let turn = 0; !over.is; turn++) {
      // a person asks few questions an hour
      const kind = turn % QUESTION_EVERY === 0 ? 'questions' : turn % 2 === 0 ? 'files' : 'drafts'
      counts[(await kinds[kind](token).catch(() => false)) ? kind : 'refused'] += 1
      await pause(BREATH_MS)
    }
  }
  const all = Promise.allSettled(people.map(one))
  return {
    counts,
    async end() {
      over.is = true
      await all
    },
  }
}

async function person(deps: Server['deps'], at: number): Promise<string> {
  const { rows } = await deps.pool.query(`INSERT INTO account_user ("userName", name) VALUES ($1, 'Load') RETURNING id`, [
    `load${Date.now()}${at}`,
  ])
  const request = { id: 'load', ip: '127.0.0.1', headers: {} }
  const scope = { db: deps.db, session: deps.services.sessions.visitor(), now: new Date(), lang: 'en' as const, request }
  return ((await deps.services.sessions.bind(scope).open(String(rows[0].id))) as Tokens).access_token
}

const mark = () => randomBytes(6).toString('hex')

function sheet(): Buffer {
  const head = `--${MARK}\r\nContent-Disposition: form-data; name="file"; filename="notes.csv"\r\nContent-Type: text/csv\r\n\r\n`
  return Buffer.from(`${head}name,note\r\n${mark()},${randomBytes(2_000).toString('hex')}\r\n--${MARK}--\r\n`)
}
