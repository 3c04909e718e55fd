/** The statements that cost most on large tables, and how PostgreSQL runs them. Every call that reads is asked by people of several kinds, and people sign in
 *  and sign up; then the plans of the dearest statements are looked at, with values that they had. Needs minutes: `npm run test:plans`. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRead } from '../../../runtime/core/callAddress.ts'
import { WORK_MEMORY } from '../../../runtime/server/database/openDatabase.ts'
import { underway } from '../../../runtime/server/operate/underway.ts'
import { multiplyRows } from '../../harness/multiplyRows.ts'
import { type Actor, createMatrix, inputFor, type Matrix, requestCall } from '../access/matrixWorld.ts'
import { hackathonForm, signUp } from '../roadWorld.ts'

/** Rows of each large table. */
const ROWS = Number(process.env.PLAN_ROWS ?? 30_000)
const DEAREST = 50
/** What grows with people and time. */
const LARGE = [
  'account_grant',
  'account_session',
  'account_user',
  'certificate_certificate',
  'checkin_arrival',
  'message_receipt',
  'pay_order',
  'pay_payment',
  'pay_position',
  'platform_file',
  'platform_job',
  'platform_log',
  'platform_outbox',
  'questionnaire_answer',
  'ranking_award',
  'review_assignment',
  'review_mark',
  'signup_registration',
  'team_member',
  'training_enrolment',
  'vote_ballot',
  'work_thumb',
  'work_work',
] as const
/** A message that nothing waits for. */
const SENT = `INSERT INTO platform_outbox (template, channel, lang, variables, "dueAt", state, "sentAt")
  VALUES ('account.code', 'none', 'zh', '{}', now() - interval '1 hour', 'sent', now())`
/** Of the platform itself, and what staff write: no more of it with more people. */
const FIXED = /^(pgboss|data_|platform_(document|form|secret|state|migration|rate|seal|demonstration))/

interface Spent {
  text: string
  values: unknown[]
  calls: Set<string>
  times: number
  milliseconds: number
}

describe.runIf(process.env.LONG)('plans', () => {
  let matrix: Matrix
  const spent = new Map<string, Spent>()
  const restore = record(spent)
  beforeAll(async () => {
    matrix = await createMatrix()
    await matrix.world.rows(SENT)
    await matrix.world.rows(`INSERT INTO platform_job (key, handler, state, "finishedAt") VALUES ('done', 'none', 'done', now())`)
    const isMeant = (table: string) => (LARGE as readonly string[]).includes(table) || !FIXED.test(table)
    await multiplyRows(matrix.world.db, { large: LARGE, rows: ROWS, isMeant })
    spent.clear()
    const begun = Date.now()
    await play(matrix)
    say(`played: ${Date.now() - begun} ms`)
  }, 1_200_000)
  afterAll(async () => {
    restore()
    await matrix?.world.close()
  })

  it(`[PLAN-1] none of the ${DEAREST} dearest statements reads a large table from end to end`, async () => {
    const { db } = matrix.world
    const large = new Set(
      (await db.query(`SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= $1`, [ROWS / 2])).rows.map(
        ({ relname }) => relname,
      ),
    )
    const dearest = [...spent.values()].toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, DEAREST)
    const client = await db.connect()
    const wrong: string[] = LARGE.filter((table) => !large.has(table)).map((table) => `${table} has not become large`)
    try {
      await client.query(`SET work_mem = '${WORK_MEMORY}'`)
      for (const one of dearest)
        for (const table of scanned(await planOf(client, one)).filter((name) => large.has(name)))
          wrong.push(
            `${table}, for ${[...one.calls].join(', ')} (${one.times} x ${Math.round(one.milliseconds / one.times)} ms): ${one.text}`,
          )
    } finally {
      client.release(true)
    }
    if (process.env.PLAN_TABLE) report(dearest)
    expect([...new Set(wrong)]).toEqual([])
  }, 900_000)
})

/** Every statement of the pools from now on. @returns what ends it */
function record(spent: Map<string, Spent>): () => void {
  const plain = pg.Client.prototype.query as (...given: unknown[]) => unknown
  const note = (text: string, values: unknown[], call: string, begun: number) => {
    const known = spent.get(text) ?? { text, values, calls: new Set(), times: 0, milliseconds: 0 }
    spent.set(text, known)
    known.calls.add(call)
    known.times += 1
    known.milliseconds += performance.now() - begun
  }
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const call = underway()?.name
    const [asked, more] = given as [string | { text: string; values?: unknown[] }, unknown]
    const text = typeof asked === 'string' ? asked : asked.text
    if (!call || !/^\s*(select|with|insert|update|delete)/i.test(text)) return plain.apply(this, given)
    const values = (
      typeof asked === 'string' ? (Array.isArray(more) ? more : []) : (asked.values ?? (Array.isArray(more) ? more : []))
    ) as unknown[]
    const begun = performance.now()
    const answered = given.at(-1)
    if (typeof answered === 'function')
      return plain.apply(this, [
        ...given.slice(0, -1),
        (...back: unknown[]) => {
          note(text, values, call, begun)
          answered(...back)
        },
      ])
    const answer = plain.apply(this, given) as Promise<unknown>
    const noted = () => note(text, values, call, begun)
    answer.then(noted, noted)
    return answer
  } as typeof pg.Client.prototype.query
  return () => {
    pg.Client.prototype.query = plain as typeof pg.Client.prototype.query
  }
}

async function play({ world, calls, actors, targets }: Matrix): Promise<void> {
  const people = ['nobody', 'participant', 'account.organiser on organisation', 'account.platformAdmin on the platform']
  const asking = actors.filter(({ name }) => people.includes(name))
  expect(asking.map(({ name }) => name)).toEqual(people)
  const entrant: Actor = { name: 'signed up', token: await world.signIn('participant'), role: null, scope: null, objectId: null }
  for (const call of calls.filter((one) => isRead(one) && !one.raw))
    for (const actor of [...asking, entrant]) await requestCall(world, call, actor, inputFor(world, call, targets.own))
  const form = await hackathonForm(world)
  for (let n = 0; n < 10; n++) {
    const { token } = await world.newcomer()
    await signUp(world, token, form)
    await world.signIn('participant')
  }
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }

async function planOf(client: pg.PoolClient, { text, values }: Spent): Promise<Plan> {
  const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, values)
  return (rows[0]['QUERY PLAN'] as [{ Plan: Plan }])[0].Plan
}

/** Past the reporter, which keeps the console of tests that pass to itself. */
function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Tables read from end to end. */
function scanned({ 'Node Type': type, 'Relation Name': table, Plans = [] }: Plan): string[] {
  return [...(type === 'Seq Scan' && table ? [table] : []), ...Plans.flatMap(scanned)]
}

function report(dearest: readonly Spent[]): void {
  for (const { calls, times, milliseconds, text } of dearest)
    say(`${Math.round(milliseconds)} ms, ${times} x, ${[...calls].slice(0, 3).join(' ')}: ${text.slice(0, 160)}`)
}
