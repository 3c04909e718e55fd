/** Process of the bench "votes": Agon with its own documents and the demo. Arguments: database address, port, how many voters to prepare. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import type { Tokens } from '../../../runtime/core/contracts.ts'
import { createServer } from '../../../runtime/server/createServer.ts'
import type { CallScope, ServerDeps } from '../../../runtime/server/serverContext.ts'
import { seed } from '../../seed.ts'
import { COMPETITION, PLAIN_SECRET, VOTER, type Voter, type VotesReady } from './facts.ts'

/** Sessions that are opened at the same time. */
const AT_ONCE = 8
const secret = new TextEncoder().encode(PLAIN_SECRET)
const [databaseUrl = '', port = '0', wanted = '0'] = process.argv.slice(2)
const server = await createServer({
  databaseUrl,
  projectDirectory: join(import.meta.dirname, '../../..'),
  dataDirectory: mkdtempSync(join(tmpdir(), 'agon-bench-')),
  logLevel: 'warn',
  pretending: true,
})
const ready = await prepare(server.deps, Number(wanted))
await server.app.listen({ port: Number(port), host: '127.0.0.1' })
console.log(JSON.stringify(ready))
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)))

/** Voting is open to everyone who has signed in, and its results are shown already: the page of a work tells its votes. */
async function prepare(deps: ServerDeps, count: number): Promise<VotesReady> {
  await seed({ databaseUrl, server })
  const { pool } = deps
  const { rows: works } = await pool.query<{ id: string; competitionId: string }>(
    `SELECT w.id, w."competitionId" FROM work_work w JOIN competition_competition c ON c.id = w."competitionId"
     WHERE c.title->>'zh' = $1 AND w.shown AND w.state = 'submitted' ORDER BY w.id LIMIT 2`,
    [COMPETITION],
  )
  const [work, plainWork] = works
  await pool.query(
    `UPDATE vote_setting SET "opensAt" = now() - interval '1 day', "closesAt" = now() + interval '1 day', "resultsAt" = now() - interval '1 hour', who = 'signedIn'
     WHERE "competitionId" = $1`,
    [work!.competitionId],
  )
  await pool.query(`INSERT INTO account_user ("userName", name) SELECT $1 || n, 'Bench ' || n FROM generate_series(1, $2::int) n`, [
    VOTER,
    count,
  ])
  const { rows: people } = await pool.query<{ id: string }>(`SELECT id FROM account_user WHERE "userName" LIKE $1 || '%' ORDER BY id`, [
    VOTER,
  ])
  const waiting = people.map(({ id }) => id)
  const voters: Voter[] = []
  const open = async (): Promise<void> => {
    for (let id = waiting.shift(); id; id = waiting.shift()) voters.push(await voterOf(deps, id))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, open))
  // the hand-written server counts in a row for each work
  await pool.query(
    `INSERT INTO vote_tally ("competitionId", "workId", votes) SELECT "competitionId", "workId", sum(delta) FROM vote_change WHERE "workId" = $1 GROUP BY 1, 2
     ON CONFLICT ("workId") DO UPDATE SET votes = vote_tally.votes + excluded.votes`,
    [plainWork!.id],
  )
  await pool.query('DELETE FROM vote_change WHERE "workId" = $1', [plainWork!.id])
  await pool.query('VACUUM ANALYZE')
  return { competitionId: work!.competitionId, workId: work!.id, plainWorkId: plainWork!.id, voters }
}

async function voterOf(deps: ServerDeps, id: string): Promise<Voter> {
  const request = { id: 'bench', ip: '127.0.0.1', headers: {} }
  const scope: CallScope = { db: deps.db, session: deps.services.sessions.visitor(), now: new Date(), lang: 'zh', request }
  const { access_token: token } = (await deps.services.sessions.bind(scope).open(id)) as Tokens
  const plainToken = await new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setSubject(id).setExpirationTime('1h').sign(secret)
  return { token, plainToken }
}
