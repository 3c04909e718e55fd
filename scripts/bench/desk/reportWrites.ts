/** What the indexes of the list cost a person who signs up: the same call for new people with all indexes, and after those that the list needs are gone
 *  from the bench's database. Comes last. */
import type { Server } from '../../../runtime/server/createServer.ts'
import type { Caller } from '../../../runtime/server/serverContext.ts'
import { EXPORTED } from './fillDesk.ts'

const PEOPLE = 250
const WARM_UP = 50
const AIM = 1.15
/** What the table had before its list was made fast. */
const BEFORE = ['status_submittedAt_id', 'isTeam_status', 'eventId', 'organisationId', 'userId', 'reviewerId', '_pkey', '_key']

export async function reportWrites(server: Server): Promise<void> {
  const { pool } = server.deps
  await round(server, WARM_UP, 'w')
  const now = await round(server, PEOPLE, 'a')
  const { rows } = await pool.query<{ name: string }>(
    `SELECT indexname AS name FROM pg_indexes WHERE tablename = 'signup_registration' AND NOT indexname ~ ANY ($1)`,
    [BEFORE],
  )
  for (const { name } of rows) await pool.query(`DROP INDEX "${name}"`)
  await round(server, WARM_UP, 'v')
  const before = await round(server, PEOPLE, 'b')
  const ratio = now / before
  console.log(
    `\nsigning up, median ms of ${PEOPLE}: ${now.toFixed(2)} with the ${rows.length} indexes of the list, ${before.toFixed(2)} without: ${ratio.toFixed(2)} (aim: at most ${AIM})${ratio > AIM ? ' !' : ''}`,
  )
}

async function round({ deps }: Server, count: number, name: string): Promise<number> {
  const { rows } = await deps.pool.query<{ id: string }>(
    `INSERT INTO account_user ("userName", name) SELECT 'write-' || $1 || '-' || n || '-' || extract(epoch FROM now()), 'Writer' FROM generate_series(1, $2::int) n RETURNING id`,
    [name, count],
  )
  const [facts] = (
    await deps.pool.query(
      `SELECT r."formHash" AS hash, r."eventId" AS event, r.answers FROM signup_registration r WHERE r."competitionId" = ${EXPORTED} LIMIT 1`,
    )
  ).rows as { hash: string; event: string; answers: Record<string, unknown> }[]
  const times: number[] = []
  for (const { id } of rows) {
    const caller: Caller = {
      session: await deps.services.sessions.person(id),
      lang: 'zh',
      request: { id: 'bench', ip: '127.0.0.1', headers: {} },
    }
    const input = {
      competitionId: EXPORTED,
      eventId: facts!.event,
      agreement: true,
      formHash: facts!.hash,
      answers: { ...facts!.answers, name: `写入${id}` },
    }
    const begin = performance.now()
    await deps.calls.run('signup.submit', input, caller)
    times.push(performance.now() - begin)
  }
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!
}
