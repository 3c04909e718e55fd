/** Process of the bench "hot": Agon with its own documents. Arguments: database address, port, how many people to prepare (0: the database is
 *  prepared). */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { answerGenerators } from '../../../plugins/demo/answers.ts'
import { createRandom } from '../../../plugins/demo/random.ts'
import type { Tokens } from '../../../runtime/core/contracts.ts'
import { createServer } from '../../../runtime/server/createServer.ts'
import type { CallScope, ServerDeps } from '../../../runtime/server/serverContext.ts'
import { type DemoSchool, readDemo } from '../../seed/demoData.ts'
import { demoRegions } from '../../seed/registrations.ts'
import { seed } from '../../seed.ts'
import { COMPETITION, EVENT, type HotReady, type Person, PLAIN_SECRET } from './facts.ts'

const random = createRandom(1)
const schools = readDemo<DemoSchool[]>('schools.json')
const [databaseUrl = '', port = '0', wanted = '0'] = process.argv.slice(2)
const server = await createServer({
  databaseUrl,
  projectDirectory: join(import.meta.dirname, '../../..'),
  dataDirectory: mkdtempSync(join(tmpdir(), 'agon-bench-')),
  logLevel: 'warn',
  pretending: true,
})
const ready = Number(wanted) > 0 ? await prepare(server.deps, Number(wanted)) : {}
await server.app.listen({ port: Number(port), host: '127.0.0.1' })
console.log(JSON.stringify(ready))
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)))

async function prepare(deps: ServerDeps, count: number): Promise<HotReady> {
  await seed({ databaseUrl, server })
  const competition = await one(deps, `SELECT id, "formId" FROM competition_competition WHERE title->>'zh' = $1`, [COMPETITION])
  const event = await one(deps, `SELECT id FROM competition_event WHERE "competitionId" = $1 ORDER BY position LIMIT 1`, [competition.id])
  const scope: CallScope = {
    db: deps.db,
    session: deps.services.sessions.visitor(),
    now: new Date(),
    lang: 'zh',
    request: { id: 'bench', ip: '127.0.0.1', headers: {} },
  }
  const form = await deps.services.documentStore.bind(scope).published('form', competition.formId!)
  const people: Person[] = []
  for (let at = 0; at < count; at++) people.push(await person(deps, scope, at))
  await deps.pool.query('VACUUM ANALYZE')
  return { competitionId: competition.id, eventId: event.id, formHash: form!.hash, people }
}

async function one({ pool }: ServerDeps, text: string, values: unknown[]): Promise<{ id: string; formId?: string }> {
  return (await pool.query(text, values)).rows[0]
}

async function person(deps: ServerDeps, scope: CallScope, at: number): Promise<Person> {
  const { id } = await one(deps, 'INSERT INTO account_user ("userName", name) VALUES ($1, $2) RETURNING id', [`bench${at}`, `Bench ${at}`])
  const key = `bench${at}`.padEnd(22, '_')
  const file = { key, name: 'card.png', size: 90_000, type: 'image/png', width: 1280, height: 960 }
  await deps.db
    .insertInto('platform_file')
    .values({ ...file, sha256: '', purpose: 'answer', ownerId: id })
    .execute()
  const today = scope.now.toISOString().slice(0, 10)
  const sources = {
    random,
    serial: 10_000 + at,
    event: EVENT,
    schools,
    regions: demoRegions(deps),
    today,
    file: () => ({ id: key, ...file, ownerId: id }),
  }
  const { access_token: token } = (await deps.services.sessions.bind(scope).open(id)) as Tokens
  const secret = new TextEncoder().encode(PLAIN_SECRET)
  const plainToken = await new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setSubject(id).setExpirationTime('1h').sign(secret)
  return { token, plainToken, answers: answerGenerators['signup.modelling']!(sources) }
}
