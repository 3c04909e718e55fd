/** Bench (c): the competition centre with 10 000 competitions against 100. Two databases of one PostgreSQL, a server on each in this process; the same
 *  requests go to both in turn, and medians are compared. Prints the milliseconds and the ratio of each question. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createServer, type Server } from '../../runtime/server/createServer.ts'
import { startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'

const SIZES = [100, 10_000] as const
const ROUNDS = 150
const WARM_UP = 40
const AIM = 1.5

const CENTRE = '/api/web/competition/queryCompetitionList?'
const BY_SORT = '/api/web/competition/listCompetitionBySort?'
/** Pages hold no more rows than the smaller database can fill: both answer with as many. */
const QUESTIONS: Readonly<Record<string, string>> = {
  list: CENTRE,
  'page 5': `${CENTRE}pageNum=5`,
  'filter by state': `${CENTRE}state=1&pageSize=5`,
  'filter by level': `${CENTRE}level=national`,
  'filter by level and type': `${CENTRE}level=national&type=B&pageSize=3`,
  'filter by year': `${CENTRE}year=${new Date().getUTCFullYear()}`,
  'search, two characters': `${CENTRE}search=${encodeURIComponent('量子')}&pageSize=1`,
  'search, a word': `${CENTRE}search=quantum&pageSize=1`,
  'search, pinyin': `${CENTRE}search=liangzi&pageSize=1`,
  'search, one mistake': `${CENTRE}search=quantmu&pageSize=1`,
  newest: `${BY_SORT}sort=-publishedAt`,
  'closing soon': `${BY_SORT}sort=signupEnd&pageSize=6`,
  'most sought after': `${BY_SORT}sort=-taken`,
}

/** Runs the bench on a fresh embedded PostgreSQL. */
export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'agon-bench-centre-'))
  const embedded = await startEmbeddedDatabase({ dataDirectory: join(directory, 'pg') })
  const servers: Server[] = []
  try {
    for (const size of SIZES) servers.push(await startWith(embedded.url, size, directory))
    await report(servers)
  } finally {
    for (const server of servers) await server.close()
    await embedded.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function startWith(address: string, size: number, directory: string): Promise<Server> {
  const url = new URL(address)
  url.pathname = `/centre_${size}`
  await query(address, `CREATE DATABASE centre_${size}`)
  const server = await createServer({
    databaseUrl: url.href,
    projectDirectory: join(import.meta.dirname, '../..'),
    dataDirectory: join(directory, String(size)),
    logLevel: 'silent',
    pretending: true,
  })
  await query(url.href, competitions(size))
  await query(url.href, 'VACUUM ANALYZE')
  return server
}

async function query(address: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** One in a hundred is about quanta; states, levels, types and years are spread. */
function competitions(count: number): string {
  const field = (list: readonly string[]) => `(ARRAY[${list.map((item) => `'${item}'`).join(', ')}])`
  const about = `CASE WHEN n % 100 = 7 THEN '量子计算' ELSE ${field(['数学建模', '机器人', '工业设计', '网络安全', '英语演讲', '创业计划', '电子设计'])}[1 + n % 7] END`
  const topic = `CASE WHEN n % 100 = 7 THEN 'quantum computing' ELSE ${field(['modelling', 'robotics', 'design', 'security', 'speech', 'start-up', 'electronics'])}[1 + n % 7] END`
  const from = `now() + ((n * 7919 % 900) - 600) * interval '1 day' + n * interval '1 second'`
  return `
    INSERT INTO organisation_organisation (name, kind) VALUES ('{"zh": "主办单位", "en": "Organiser"}', 'sponsor');
    INSERT INTO competition_competition (title, summary, introduction, organisers, level, type, mode, "organisationId", "signupStart", "signupEnd", "editEnd",
      "competitionStart", "competitionEnd", capacity, taken, published, "publishedAt")
    SELECT jsonb_build_object('zh', '第' || n || '届' || ${about} || '大赛', 'en', 'Contest ' || n || ' of ' || ${topic}),
      jsonb_build_object('zh', '面向高校学生的' || ${about} || '竞赛，欢迎报名', 'en', 'For students who care about ' || ${topic}),
      jsonb_build_object('zh', repeat('介绍文字。', 200), 'en', repeat('Words about it. ', 100)),
      jsonb_build_object('zh', '第' || n % 50 || '委员会', 'en', 'Committee ' || n % 50),
      ${field(['international', 'national', 'regional', 'provincial', 'company', 'other'])}[1 + n % 6], ${field(['A', 'B', 'C', 'D', 'E'])}[1 + n % 5],
      ${field(['individual', 'team', 'either'])}[1 + n % 3], (SELECT min(id) FROM organisation_organisation),
      ${from}, ${from} + interval '60 days', ${from} + interval '65 days', ${from} + interval '70 days', ${from} + interval '75 days', 5000, n * 31 % 4000, true,
      now() - n * interval '1 minute'
    FROM generate_series(1, ${count}) AS n`
}

async function report(servers: readonly Server[]): Promise<void> {
  console.log(`| question | ms with ${SIZES.join(' | ms with ')} | ratio | aim |\n|---|---|---|---|---|`)
  for (const [name, path] of Object.entries(QUESTIONS)) {
    const medians = await measure(servers, path)
    const ratio = medians[1]! / medians[0]!
    console.log(`| ${name} | ${medians.map((ms) => ms.toFixed(2)).join(' | ')} | ${ratio.toFixed(2)}${ratio > AIM ? ' !' : ''} | ${AIM} |`)
  }
}

/** Median milliseconds of each server; they are asked in turn, so that what else happens on the machine falls on both. */
async function measure(servers: readonly Server[], path: string): Promise<number[]> {
  const times = servers.map((): number[] => [])
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [index, server] of servers.entries()) {
      const begin = performance.now()
      const { statusCode, body } = await server.app.inject(path)
      const took = performance.now() - begin
      if (statusCode !== 200 || !body.startsWith('{"code":0')) throw new Error(`${path}: ${body.slice(0, 300)}`)
      if (round >= WARM_UP) times[index]!.push(took)
    }
  }
  return times.map((all) => all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)]!)
}
