/** Process of the bench: the same three routes as someone would write them by hand with Fastify and pg: token, schema, one statement, on the same table.
 *  No log row, no permissions, no languages: the limit to be measured against. Arguments: database address, port. */
import Fastify, { type FastifyRequest } from 'fastify'
import { jwtVerify, SignJWT } from 'jose'
import pg from 'pg'
import { serveUntilStopped } from '../serveUntilStopped.ts'
import type { ServerReady } from './facts.ts'

const [databaseUrl, port] = process.argv.slice(2)
const secret = new TextEncoder().encode('a secret of thirty-two characters')
const pool = new pg.Pool({ connectionString: databaseUrl, max: 12 })
const app = Fastify({ logger: false })

const COLUMNS = 'id, "createdAt", name, phone, email, school, grade, fee, paid, status, score, birthday, note, answers'

/** Tokens that were verified, until they expire (s since 1970): one is verified once, as a library with a cache does it. */
const verified = new Map<string, number>()

app.addHook('onRequest', async (request: FastifyRequest) => {
  const token = request.headers.authorization?.slice(7) ?? ''
  if ((verified.get(token) ?? 0) > Date.now() / 1000) return
  const { payload } = await jwtVerify(token, secret)
  verified.set(token, payload.exp!)
})

const text = (more: object = {}) => ({ type: 'string', ...more })
const createBody = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'phone'],
  properties: {
    name: text({ minLength: 1, maxLength: 100 }),
    phone: text({ pattern: '^1[3-9][0-9]{9}$' }),
    email: text({ maxLength: 200 }),
    school: text({ maxLength: 200 }),
    grade: { type: 'integer', minimum: 1, maximum: 12 },
    fee: { type: 'integer', minimum: 0 },
    score: { type: 'number' },
    birthday: text({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
    note: text({ maxLength: 2000 }),
    answers: { type: 'object' },
  },
}
interface Signup {
  name: string
  phone: string
  email?: string
  school?: string
  grade?: number
  fee?: number
  score?: number
  birthday?: string
  note?: string
  answers?: object
}
const INSERT =
  'INSERT INTO bench_signup (name, phone, email, school, grade, fee, score, birthday, note, answers) VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10)'
/** `BENCH_PLAIN_LOG=1`: with an entry of the same log, indexes included, as Agon writes it. */
const CREATE = process.env.BENCH_PLAIN_LOG
  ? `WITH row AS (${INSERT} RETURNING *), log AS (
       INSERT INTO platform_log ("actorId", "actorName", call, ip, entity, "rowId", after)
       SELECT '1', 'Bench', 'bench.create', '127.0.0.1', 'bench.signup', id::text, to_jsonb(row) FROM row)
     SELECT id, "createdAt" FROM row`
  : `${INSERT} RETURNING id, "createdAt"`
app.post<{ Body: Signup }>('/api/bench/signup', { schema: { body: createBody } }, async ({ body }) => {
  const { rows } = await pool.query({
    name: 'create',
    text: CREATE,
    values: [body.name, body.phone, body.email, body.school, body.grade, body.fee, body.score, body.birthday, body.note, body.answers],
  })
  return { code: 0, message: 'ok', data: rows[0] }
})

const listQuery = {
  type: 'object',
  properties: {
    status: { type: 'integer' },
    pageNum: { type: 'integer', minimum: 1, default: 1 },
    pageSize: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  },
}
app.get<{ Querystring: { status: number; pageNum: number; pageSize: number } }>(
  '/api/bench/signups',
  { schema: { querystring: listQuery } },
  async ({ query }) => {
    const { rows } = await pool.query({
      name: 'list',
      text: `SELECT ${COLUMNS}, (SELECT count(*) FROM bench_signup WHERE status = $1) AS total FROM bench_signup WHERE status = $1 ORDER BY "createdAt" DESC, id DESC LIMIT $2 OFFSET $3`,
      values: [query.status, query.pageSize, (query.pageNum - 1) * query.pageSize],
    })
    return {
      code: 0,
      message: 'ok',
      data: { list: rows, total: Number(rows[0]?.total ?? 0), pageNum: query.pageNum, pageSize: query.pageSize },
    }
  },
)

app.get<{ Params: { id: string } }>(
  '/api/bench/signup/:id',
  { schema: { params: { type: 'object', properties: { id: text({ pattern: '^[0-9]{1,18}$' }) } } } },
  async ({ params }, reply) => {
    const { rows } = await pool.query({ name: 'get', text: `SELECT ${COLUMNS} FROM bench_signup WHERE id = $1`, values: [params.id] })
    return rows[0] ? { code: 0, message: 'ok', data: rows[0] } : reply.code(404).send({ code: 404 })
  },
)

const token = await new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setSubject('1').setExpirationTime('1h').sign(secret)
await serveUntilStopped(app, pool, Number(port), { token } satisfies ServerReady)
