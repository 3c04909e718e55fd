/** Process of `npm run test:failover` and `test:rolling`: fills the cluster's database with the demonstration (once). Argument: `demonstration`, which
 *  prints its accounts, or a number of people who have signed in, which prints where they sign up and vote, and their tokens. */
import { answerGenerators } from '../../plugins/demo/answers.ts'
import { createRandom } from '../../plugins/demo/random.ts'
import type { Tokens } from '../../runtime/core/contracts.ts'
import { createServer } from '../../runtime/server/createServer.ts'
import type { CallScope, ServerDeps } from '../../runtime/server/serverContext.ts'
import { type DemoSchool, readDemo } from '../seed/demoData.ts'
import { demoRegions } from '../seed/registrations.ts'
import { seed } from '../seed.ts'
import { primaryUrl } from './cluster.ts'
import { environmentOf } from './configure.ts'
import { at, PROJECT } from './layout.ts'
import type { ClusterPerson, ClusterWorld } from './world.ts'

const SIGN_UP = '开放硬件黑客马拉松'
const VOTE = '青年设计双年赛'
const AT_ONCE = 8
const [wanted = 'demonstration'] = process.argv.slice(2)
const count = Number(wanted)
const random = createRandom(Date.now())

// the demonstration brings files
const { FILES, FILES_KEY_ID, FILES_SECRET } = environmentOf('jobs.env')
const server = await createServer({
  databaseUrl: primaryUrl(),
  projectDirectory: PROJECT,
  dataDirectory: at('data'),
  logLevel: 'silent',
  pretending: true,
  environment: { ...process.env, FILES, FILES_KEY_ID, FILES_SECRET, ROLE: 'web' },
})
try {
  const { accounts } = await seed({ databaseUrl: primaryUrl(), server })
  if (wanted === 'demonstration')
    for (const { role, name, password } of accounts) console.log(`  ${role.padEnd(22)} ${name.padEnd(16)} ${password}`)
  else console.log(JSON.stringify(await prepare(server.deps)))
} finally {
  await server.close()
}

async function prepare(deps: ServerDeps): Promise<ClusterWorld> {
  const one = async (text: string, values: unknown[]) => (await deps.pool.query(text, values)).rows[0]
  const competition = await one(`SELECT id, "formId" FROM competition_competition WHERE title->>'zh' = $1`, [SIGN_UP])
  const event = await one(`SELECT id FROM competition_event WHERE "competitionId" = $1 AND title->>'zh' = '正赛'`, [competition.id])
  await deps.pool.query('UPDATE competition_competition SET capacity = NULL WHERE id = $1', [competition.id])
  await deps.pool.query('UPDATE competition_event SET capacity = NULL WHERE id = $1', [event.id])
  const work = await one(
    `SELECT w.id, w."competitionId" FROM work_work w JOIN competition_competition c ON c.id = w."competitionId"
     WHERE c.title->>'zh' = $1 AND w.shown AND w.state = 'submitted' ORDER BY w.id LIMIT 1`,
    [VOTE],
  )
  await deps.pool.query(
    `UPDATE vote_setting SET "opensAt" = now() - interval '1 day', "closesAt" = now() + interval '1 day', who = 'signedIn' WHERE "competitionId" = $1`,
    [work.competitionId],
  )
  const form = await deps.services.documentStore.bind(visitor(deps)).published('form', competition.formId)
  const signUp = { competitionId: competition.id, eventId: event.id, formHash: form!.hash }
  return { signUp, vote: { competitionId: work.competitionId, workId: work.id }, people: await people(deps) }
}

async function people(deps: ServerDeps): Promise<ClusterPerson[]> {
  const { rows } = await deps.pool.query<{ id: string }>(
    `INSERT INTO account_user ("userName", name) SELECT $1 || n, '何' || n FROM generate_series(1, $2::int) n RETURNING id`,
    [`load${Date.now()}_`, count],
  )
  const waiting = rows.map(({ id }) => id)
  const made: ClusterPerson[] = []
  const open = async (): Promise<void> => {
    for (let id = waiting.shift(); id; id = waiting.shift()) {
      const { access_token: token } = (await deps.services.sessions.bind(visitor(deps)).open(id)) as Tokens
      made.push({ id, token, answers: answers(deps, Number(id)) })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, open))
  return made
}

function visitor(deps: ServerDeps): CallScope {
  const request = { id: 'load', ip: '127.0.0.1', headers: {} }
  return { db: deps.db, session: deps.services.sessions.visitor(), now: new Date(), lang: 'zh', request }
}

/** Of a person whose answers need no file. */
function answers(deps: ServerDeps, serial: number): Record<string, unknown> {
  let needsFile = false
  const file = () => {
    needsFile = true
    return {}
  }
  const [schools, regions] = [readDemo<DemoSchool[]>('schools.json'), demoRegions(deps)]
  const today = new Date().toISOString().slice(0, 10)
  for (;;) {
    needsFile = false
    const made = answerGenerators['signup.hackathon']!({ random, serial, event: 'main', schools, regions, today, file })
    if (!needsFile) return made
  }
}
