/** Bench (e): a questionnaire with 14 questions in two versions and many answers. The overview of its results against 14 plain `group by` by hand, and what
 *  publishing another version would mean. Prints ratios: they hold on a busy machine as well. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FormDocument, FormField } from '../../runtime/core/documents.ts'
import type { FormImpact } from '../../runtime/core/studio/formImpact.ts'
import { createServer, type Server } from '../../runtime/server/createServer.ts'
import { startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'
import type { Caller, CallScope } from '../../runtime/server/serverContext.ts'

const ANSWERS = Number(process.env.ANSWERS ?? 100_000)
const ROUNDS = 5
const AIM = 2
const FORM = 'questionnaire.q1'
const WAIT_MS = 200

/** Runs the bench on a fresh embedded PostgreSQL; `ANSWERS` is their number. */
export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'agon-bench-answers-'))
  const embedded = await startEmbeddedDatabase({ dataDirectory: join(directory, 'pg') })
  const server = await createServer({
    databaseUrl: embedded.url,
    projectDirectory: join(import.meta.dirname, '../..'),
    dataDirectory: join(directory, 'data'),
    logLevel: 'silent',
    pretending: true,
  })
  try {
    const scope = await publishAll(server)
    await reportOverview(server, scope)
    await reportImpact(server, scope)
  } finally {
    await server.close()
    await embedded.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

const words = (text: string) => ({ zh: text, en: text })
const choice = (count: number, widget = 'radio'): FormField => ({
  type: 'string',
  title: words('choice'),
  'x-widget': widget,
  'x-options': Array.from({ length: count }, (_, at) => ({ value: `v${at}`, label: words(`V${at}`) })),
})
const several = (count: number): FormField => ({
  type: 'array',
  title: words('several'),
  items: { type: 'string' },
  'x-widget': 'checkbox',
  'x-options': choice(count)['x-options']!,
})

/** Fourteen questions; the second version has one option less and one rule more. */
function version(second: boolean): FormDocument {
  return {
    $schema: '../kinds/form.schema.json',
    id: FORM,
    version: 1,
    title: words('Opinions'),
    schema: {
      type: 'object',
      required: ['c1'],
      properties: {
        c1: choice(second ? 4 : 5),
        c2: choice(3),
        c3: choice(10, 'select'),
        c4: choice(2),
        yes: { type: 'boolean', title: words('yes'), 'x-widget': 'switch' },
        m1: several(6),
        m2: several(4),
        stars: { type: 'integer', title: words('stars'), minimum: 1, maximum: 5 },
        age: { type: 'integer', title: words('age'), minimum: 0, maximum: 120 },
        paid: { type: 'number', title: words('paid') },
        day: { type: 'string', format: 'date', title: words('day') },
        why: { type: 'string', title: words('why'), 'x-widget': 'textarea', ...(second && { 'x-visibleWhen': { cel: "c2 == 'v1'" } }) },
        name: { type: 'string', title: words('name') },
        place: { type: 'string', title: words('place') },
      },
    },
  }
}

/** A questionnaire, its two versions, and answers to both: one in ten only begun. */
async function publishAll({ deps }: Server): Promise<CallScope & Caller> {
  const user = await deps.db
    .insertInto('account_user')
    .values({ userName: 'bench', name: 'Bench' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await deps.db.insertInto('account_grant').values({ userId: user.id, role: 'account.platformAdmin' }).execute()
  const request = { id: 'bench', ip: '127.0.0.1', headers: {} }
  const scope = {
    db: deps.db,
    session: await deps.services.sessions.person(String(user.id)),
    now: new Date(),
    lang: 'zh' as const,
    request,
  }
  const hashes: string[] = []
  for (const second of [false, true])
    await deps.db.transaction().execute(async (db) => {
      const store = deps.services.documentStore.bind({ ...scope, db })
      await store.saveDraft('form', FORM, version(second))
      hashes.push((await store.publish('form', FORM)).hash)
    })
  await deps.pool.query(
    `INSERT INTO questionnaire_questionnaire (title, "formId", state) VALUES ('{"zh": "问卷", "en": "Q"}', $1, 'open')`,
    [FORM],
  )
  await deps.pool.query(
    `INSERT INTO questionnaire_answer ("questionnaireId", "formVersion", values, state, "lastField", "startedAt", "submittedAt")
     SELECT 1, ($1::text[])[n % 2 + 1], jsonb_build_object('c1', 'v' || n % 4, 'c2', 'v' || n % 3, 'c3', 'v' || n % 10, 'c4', 'v' || n % 2, 'yes', n % 5 > 1,
        'm1', jsonb_build_array('v' || n % 6, 'v' || (n + 1) % 6), 'm2', jsonb_build_array('v' || n % 4), 'stars', 1 + n % 5, 'age', 15 + n % 60,
        'paid', n % 1000 / 4.0, 'day', (DATE '2026-01-01' + n % 90)::text, 'why', 'because of ' || n, 'name', 'name ' || n, 'place', 'place ' || n % 97),
       CASE WHEN n % 10 = 0 THEN 'draft' ELSE 'submitted' END, 'age', now() - n * interval '1 minute',
       CASE WHEN n % 10 > 0 THEN now() - n * interval '1 minute' + interval '3 minutes' END
     FROM generate_series(1, $2::integer) n`,
    [hashes, ANSWERS],
  )
  await deps.pool.query('VACUUM ANALYZE')
  return scope
}

async function reportOverview({ deps }: Server, scope: CallScope & Caller): Promise<void> {
  const paths = Object.keys(version(true).schema.properties)
  const byHand = async () => {
    for (const path of paths)
      await deps.pool.query(
        `SELECT values ->> '${path}' AS value, count(*) FROM questionnaire_answer WHERE "questionnaireId" = 1 AND "submittedAt" IS NOT NULL GROUP BY 1`,
      )
  }
  const overview = () => deps.calls.run('questionnaire.statistics', { questionnaireId: '1' }, scope)
  const times = { ours: [] as number[], hand: [] as number[] }
  for (let round = 0; round <= ROUNDS; round++) {
    const hand = await timed(byHand)
    const ours = await timed(overview)
    if (round > 0) times.hand.push(hand) && times.ours.push(ours)
  }
  const [ours, hand] = [median(times.ours), median(times.hand)]
  console.log(
    `overview of 14 questions, ${ANSWERS} answers: ${ours.toFixed(0)} ms, 14 group by: ${hand.toFixed(0)} ms, ratio ${(ours / hand).toFixed(2)} (aim: ${AIM})`,
  )
}

async function reportImpact({ deps }: Server, scope: CallScope & Caller): Promise<void> {
  const place = { entity: 'questionnaire.answer', hash: 'formVersion', answers: 'values' }
  const places = [
    { ...place, where: [{ field: 'state', in: ['submitted'] }] },
    { ...place, where: [{ field: 'state', in: ['draft'] }], drafts: true as const },
  ]
  const ask = async (content: FormDocument): Promise<FormImpact> => {
    const answer = await deps.services.forms.bind(scope, null).impact(FORM, content, places)
    return 'jobId' in answer ? followed(deps, answer.jobId) : answer
  }
  const third = version(true)
  third.schema.properties.c3 = choice(8, 'select')
  third.schema.required = ['c1', 'email']
  third.schema.properties.email = { type: 'string', title: words('email') }
  const renamed = version(true)
  renamed.title = words('Renamed')
  for (const [name, content] of Object.entries({ 'another version': third, 'other words': renamed })) {
    let impact: FormImpact | undefined
    let highest = 0
    const watch = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage().heapUsed)
    }, WAIT_MS)
    const before = process.memoryUsage().heapUsed
    const time = await timed(async () => {
      impact = await ask(content)
    })
    clearInterval(watch)
    const looked = impact!.submitted.total + impact!.drafts.total
    console.log(
      `effect of ${name}: ${time.toFixed(0)} ms for ${looked} (${((time / looked) * 1000).toFixed(0)} µs each), heap ${mb(before)} -> at most ${mb(highest)} MB; ${JSON.stringify({ submitted: impact!.submitted, drafts: impact!.drafts })}`,
    )
  }
}

const mb = (bytes: number) => (bytes / 1_000_000).toFixed(0)

async function followed(deps: Server['deps'], key: string): Promise<FormImpact> {
  for (;;) {
    const job = await deps.db.selectFrom('platform_job').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
    if (job.state === 'failed') throw new Error(String(job.error))
    if (job.state === 'done') return job.result as FormImpact
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
}
