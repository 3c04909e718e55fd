/** Process of the bench "hot": the same sign-up as someone would write it by hand with Fastify and pg, on the same tables: token, schema, one statement
 *  that takes the place, stores the registration and writes the log. Never oversold, one registration per person. No rights, no form logic, no check of
 *  schools and files, no messages, no rate limit: the limit to be measured against. Arguments: database address, port. */
import Fastify from 'fastify'
import { jwtVerify } from 'jose'
import pg from 'pg'
import { serveUntilStopped } from '../serveUntilStopped.ts'
import { PLAIN_SECRET } from './facts.ts'

const [databaseUrl, port] = process.argv.slice(2)
const secret = new TextEncoder().encode(PLAIN_SECRET)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 12 })
const app = Fastify({ logger: false })

const SIGN_UP = `
  WITH seat AS (
    UPDATE competition_event SET taken = taken + 1 WHERE id = $1 AND (capacity IS NULL OR taken < capacity) RETURNING "competitionId"
  ), row AS (
    INSERT INTO signup_registration ("competitionId", "eventId", "organisationId", "userId", status, "formHash", answers, "displayName", "agreedAt", "submittedAt")
    SELECT c.id, $1, c."organisationId", $2, 2, $3, $4, $5, now(), now() FROM seat JOIN competition_competition c ON c.id = seat."competitionId"
    RETURNING *
  ), log AS (
    INSERT INTO platform_log ("actorId", call, entity, "rowId", after)
    SELECT $2::text, 'signup', 'signup.registration', id::text, jsonb_build_object('status', status, 'eventId', "eventId") FROM row
  ) SELECT id, status FROM row`

interface SignUp {
  eventId: string
  formHash: string
  agreement: true
  answers: { teamName: string; members: object[] }
}
const text = { type: 'string', maxLength: 200 }
const person = { type: 'object', required: ['name', 'phone', 'email'], properties: { name: text, phone: text, email: text } }
const body = {
  type: 'object',
  required: ['competitionId', 'eventId', 'agreement', 'formHash', 'answers'],
  properties: {
    competitionId: text,
    eventId: { type: 'string', pattern: '^[0-9]{1,18}$' },
    agreement: { const: true },
    formHash: text,
    answers: {
      type: 'object',
      required: ['teamName', 'region', 'school', 'captainName', 'captainPhone', 'members'],
      properties: { teamName: text, captainName: text, captainPhone: text, members: { type: 'array', minItems: 1, items: person } },
    },
  },
}
const UNIQUE = '23505'

app.post<{ Body: SignUp }>('/api/web/competition/signup/personal', { schema: { body } }, async (request) => {
  const { payload } = await jwtVerify(request.headers.authorization?.slice(7) ?? '', secret)
  const { eventId, formHash, answers } = request.body
  const values = [eventId, payload.sub, formHash, answers, answers.teamName]
  try {
    const { rows } = await pool.query({ name: 'sign-up', text: SIGN_UP, values })
    return rows[0] ? { code: 0, message: 'ok', data: rows[0] } : { code: 409, error: 'FULL' }
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE) return { code: 409, error: 'ALREADY_SIGNED_UP' }
    throw error
  }
})

await serveUntilStopped(app, pool, Number(port))
