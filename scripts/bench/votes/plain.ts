/** Process of the bench "votes", the control: the same vote as a good engineer would first write it by hand with Fastify and pg, on the same tables. One
 *  transaction reads the rules, looks whether the voter has votes left, stores the vote and its log entry, and adds one to the counter of the work. Never
 *  lost, never doubled - and everyone waits for the one row. No rights, no lock of the voter, no rate limit. Arguments: database address, port. */
import Fastify from 'fastify'
import { jwtVerify } from 'jose'
import pg from 'pg'
import { serveUntilStopped } from '../serveUntilStopped.ts'
import { PLAIN_SECRET } from './facts.ts'

const [databaseUrl, port] = process.argv.slice(2)
const secret = new TextEncoder().encode(PLAIN_SECRET)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 12 })
const app = Fastify({ logger: false })
const id = { type: 'string', pattern: '^[0-9]{1,18}$' }
const UNIQUE = '23505'

const RULES = `SELECT "organisationId", "perPerson", "opensAt" <= now() AND "closesAt" > now() AS open FROM vote_setting WHERE "competitionId" = $1`
const GIVEN = 'SELECT count(*)::int AS given FROM vote_ballot WHERE "competitionId" = $1 AND voter = $2'
const STORE = `INSERT INTO vote_ballot ("competitionId", "organisationId", "workId", "eventId", voter, "userId", day, "castAt", state)
  SELECT "competitionId", $1, id, "eventId", $2, $3, current_date, now(), 'counted' FROM work_work WHERE id = $4 AND "competitionId" = $5 RETURNING id`
const LOG = `INSERT INTO platform_log ("actorId", call, entity, "rowId", after) VALUES ($1, 'vote', 'vote.ballot', $2, $3)`
const COUNT = 'UPDATE vote_tally SET votes = votes + 1, "updatedAt" = now() WHERE "workId" = $1'
const PAGE = `SELECT w.id, w.title, w.introduction, w.keywords, w.cover, w."displayName" AS name, w.school, c.title AS competition, e.title AS event
  FROM work_work w JOIN competition_competition c ON c.id = w."competitionId" JOIN competition_event e ON e.id = w."eventId"
  WHERE w.id = $1 AND w.shown AND w.state = 'submitted' AND w."removedAt" IS NULL AND c.published`
const VOTES = 'SELECT votes FROM vote_tally WHERE "workId" = $1'

interface Vote {
  competitionId: string
  workId: string
}
app.post<{ Body: Vote }>(
  '/api/web/vote/pool',
  { schema: { body: { type: 'object', required: ['competitionId', 'workId'], properties: { competitionId: id, workId: id } } } },
  async ({ headers, body }) => {
    const { payload } = await jwtVerify(headers.authorization?.slice(7) ?? '', secret)
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      const answer = await vote(client, payload.sub!, body)
      await client.query(answer.code === 0 ? 'COMMIT' : 'ROLLBACK')
      return answer
    } catch (error) {
      await client.query('ROLLBACK')
      if ((error as { code?: string }).code === UNIQUE) return { code: 409, error: 'VOTE_GIVEN' }
      throw error
    } finally {
      client.release()
    }
  },
)

async function vote(client: pg.PoolClient, userId: string, { competitionId, workId }: Vote) {
  const voter = `plain${userId}`
  const [rules] = (await client.query({ name: 'rules', text: RULES, values: [competitionId] })).rows
  if (!rules?.open) return { code: 409, error: 'VOTE_NOT_OPEN' }
  const [{ given }] = (await client.query({ name: 'given', text: GIVEN, values: [competitionId, voter] })).rows
  if (given >= rules.perPerson) return { code: 409, error: 'VOTE_LIMIT' }
  const values = [rules.organisationId, voter, userId, workId, competitionId]
  const [ballot] = (await client.query({ name: 'store', text: STORE, values })).rows
  if (!ballot) return { code: 404, error: 'NOT_FOUND' }
  await client.query({ name: 'log', text: LOG, values: [userId, ballot.id, { workId, voter }] })
  await client.query({ name: 'count', text: COUNT, values: [workId] })
  return { code: 0, data: { left: rules.perPerson - given - 1 } }
}

app.get<{ Params: { id: string } }>('/api/web/competition/work/:id', async ({ params }) => {
  const { rows } = await pool.query({ name: 'page', text: PAGE, values: [params.id] })
  return rows[0] ? { code: 0, data: rows[0] } : { code: 404, error: 'NOT_FOUND' }
})
app.get<{ Querystring: { workIds: string } }>('/api/web/vote/counts', async ({ query }) => {
  const { rows } = await pool.query({ name: 'votes', text: VOTES, values: [query.workIds] })
  return { code: 0, data: { votes: { [query.workIds]: rows[0]?.votes ?? 0 } } }
})

await serveUntilStopped(app, pool, Number(port))
