/** Process of the bench: Agon with the declared calls of `schemas/bench`, and one signed-in person. Arguments: database address, port. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tokens } from '../../../runtime/core/contracts.ts'
import { createServer } from '../../../runtime/server/createServer.ts'
import { ROWS, type ServerReady, STATUSES } from './facts.ts'

const [databaseUrl = '', port = '0'] = process.argv.slice(2)
const projectDirectory = join(import.meta.dirname, '../../..')
const dataDirectory = mkdtempSync(join(tmpdir(), 'agon-bench-'))
const { app, deps, close } = await createServer({
  databaseUrl,
  projectDirectory,
  overlays: [import.meta.dirname],
  dataDirectory,
  logLevel: 'warn',
  pretending: true,
})

await deps.pool.query(
  `INSERT INTO bench_signup (name, phone, email, school, grade, fee, status, score, birthday, note, answers, "createdAt")
   SELECT 'Person ' || n, '139' || lpad(n::text, 8, '0'), n || '@example.org', 'School ' || n % 200, n % 12 + 1, 20000, n % $2, n % 100, date '2000-01-01' + n % 3000,
          'note ' || n, jsonb_build_object('track', 'modelling', 'shirt', 'L'), now() - n * interval '1 minute'
   FROM generate_series(1, $1::integer) n`,
  [ROWS, STATUSES],
)
await deps.pool.query('VACUUM ANALYZE bench_signup')
const person = await deps.pool.query(`INSERT INTO account_user ("userName", name) VALUES ('bench', 'Bench') RETURNING id`)
const scope = {
  db: deps.db,
  session: deps.services.sessions.visitor(),
  now: new Date(),
  lang: 'zh' as const,
  request: { id: 'bench', ip: 'bench', headers: {} },
}
const { access_token } = (await deps.services.sessions.bind(scope).open(String(person.rows[0].id))) as Tokens
await app.listen({ port: Number(port), host: '127.0.0.1' })
console.log(JSON.stringify({ token: access_token } satisfies ServerReady))
process.on('SIGTERM', () => void close().then(() => process.exit(0)))
