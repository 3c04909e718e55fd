/** Bench (m): the works of one competition compared with each other, as the job does that every hour orders. Texts are put together from lists of words; every
 *  fiftieth work repeats the one before it - its file, its link, its title or its introduction, changed a little. Beside it, each work compared with each
 *  other one by the same measure, as one would first write it, over as many works as that can do. `WORKS` is their number. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { likeness, plainText } from '../../plugins/review/similar/likeness.ts'
import { createServer, type Server } from '../../runtime/server/createServer.ts'
import { startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'
import { seed } from '../seed.ts'

const WORKS = Number(process.env.WORKS ?? 20_000)
const BY_HAND = Math.min(Number(process.env.BY_HAND ?? 500), WORKS)
const COMPETITION = '青年设计双年赛'
/** The work before each of these is repeated. */
const REPEATED_EVERY = 50
const KINDS = ['file', 'link', 'title', 'text'] as const
const MS_PER_SECOND = 1_000
const MEGABYTE = 2 ** 20
const WORDS =
  '竹材海洋塑料椅灯光公园鸟类城市夜间社区花园老人助行器折叠单车雨水收集教室声音地图盲文图书馆候车亭茶具陶土织物染色太阳能水杯儿童玩具积木剧场面具港口集装箱书店屋顶农场猫窝口罩轮椅坡道信箱路牌风车灯塔渔网船坞'

interface Planted {
  id: string
  otherId: string
  kind: string
}
interface Drawn {
  title: string
  introduction: string
  link: string | null
  hash: string | null
}

/** Prints one table. */
export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'agon-bench-similar-'))
  const embedded = await startEmbeddedDatabase({ dataDirectory: join(directory, 'pg') })
  const server = await createServer({
    databaseUrl: embedded.url,
    projectDirectory: join(import.meta.dirname, '../..'),
    dataDirectory: join(directory, 'data'),
    logLevel: 'warn',
    pretending: true,
  })
  try {
    await seed({ databaseUrl: embedded.url, server })
    const { competitionId, planted, works } = await fill(server.deps.background.pool)
    const first = await measured(() => compare(server, competitionId))
    const again = await measured(() => compare(server, competitionId))
    const { found, all } = await foundOf(server.deps.pool, planted)
    const byHand = await measured(async () => eachWithEach(works.slice(0, BY_HAND)))
    const pairs = (count: number) => (count * (count - 1)) / 2
    console.log(`\n== similar: ${WORKS} works of one competition, ${planted.length} of them repeat another one`)
    console.table([
      { what: `all works, compared for the first time`, ...first, 'repeats found': `${found} of ${planted.length}`, 'pairs listed': all },
      { what: 'again, nothing changed', ...again },
      { what: `each with each, ${BY_HAND} works`, ...byHand },
      {
        what: `the same for ${WORKS}, reckoned`,
        seconds: ((Number(byHand.seconds) * pairs(WORKS)) / pairs(BY_HAND)).toFixed(0),
      },
    ])
  } finally {
    await server.close()
    await embedded.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function measured(work: () => Promise<unknown>) {
  const began = performance.now()
  const used = process.cpuUsage()
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, MS_PER_SECOND / 10)
  await work()
  clearInterval(watch)
  const { user, system } = process.cpuUsage(used)
  return {
    seconds: ((performance.now() - began) / MS_PER_SECOND).toFixed(1),
    'seconds of Node': ((user + system) / MS_PER_SECOND ** 2).toFixed(1),
    'peak MB': Math.round(peak / MEGABYTE),
  }
}

/** As the hourly job does it, until nothing is left to read. What a job orders runs beside it: who finds the comparison taken tries again. */
async function compare({ deps }: Server, competitionId: string): Promise<void> {
  const caller = { session: deps.services.sessions.visitor(), lang: 'zh' as const, background: true }
  for (let more = true; more; ) {
    try {
      const { unread } = (await deps.calls.runHandler('review.compareWorks', { competitionId }, caller)) as { unread: boolean }
      more = unread
    } catch (error) {
      if ((error as { code?: string }).code !== 'BUSY') throw error
    }
  }
}

async function fill(pool: pg.Pool): Promise<{ competitionId: string; planted: Planted[]; works: Drawn[] }> {
  const { rows } = await pool.query<{ id: string; competitionId: string }>(
    `SELECT w.id, w."competitionId" FROM work_work w JOIN competition_competition c ON c.id = w."competitionId"
     WHERE c.title->>'zh' = $1 AND w.state = 'submitted' ORDER BY w.id LIMIT 1`,
    [COMPETITION],
  )
  const { id: pattern, competitionId } = rows[0]!
  const works = draw()
  const stored = await pool.query<{ id: string }>(INSERT, [pattern, JSON.stringify(works)])
  const ids = stored.rows.map(({ id }) => id).sort((a, b) => Number(a) - Number(b))
  await pool.query('VACUUM ANALYZE')
  const planted = repeats().map(({ at, kind }) => ({ id: ids[at]!, otherId: ids[at - 1]!, kind }))
  return { competitionId, planted, works }
}

/** Works like one of the demonstration, each with a registration and a file of its own. */
const INSERT = `
  WITH pattern AS (SELECT * FROM work_work WHERE id = $1),
  drawn AS (SELECT value AS d, ordinality AS n FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY),
  files AS (
    INSERT INTO platform_file (key, name, size, type, sha256, purpose)
    SELECT 'bench' || n, 'plan.pdf', 1, 'application/pdf', coalesce(d->>'hash', encode(sha256(('bench' || n)::bytea), 'hex')), 'answer' FROM drawn
    RETURNING key
  ), people AS (
    INSERT INTO account_user ("userName", name) SELECT 'bench' || n, 'bench ' || n FROM drawn RETURNING id
  ), person AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM people),
  registrations AS (
    INSERT INTO signup_registration ("competitionId", "eventId", "organisationId", "userId", status, "formHash", answers, "displayName", "agreedAt", "submittedAt")
    SELECT r."competitionId", r."eventId", r."organisationId", p.id, 4, r."formHash", '{}', 'bench ' || n, now(), now()
    FROM person p, signup_registration r WHERE r.id = (SELECT "registrationId" FROM pattern) ORDER BY n RETURNING id, "userId"
  ), numbered AS (SELECT id, "userId", row_number() OVER (ORDER BY id) AS n FROM registrations)
  INSERT INTO work_work ("competitionId", "eventId", "organisationId", "registrationId", "userId", state, "formHash", answers, title, introduction, link, "displayName", "submittedAt")
  SELECT p."competitionId", p."eventId", p."organisationId", r.id, r."userId", 'submitted', p."formHash",
    jsonb_build_object('title', d->>'title', 'attachments', jsonb_build_array(jsonb_build_object('id', 'bench' || n, 'name', 'plan.pdf', 'size', 1))),
    d->>'title', d->>'introduction', d->>'link', 'bench ' || n, now()
  FROM drawn JOIN numbered r USING (n), pattern p, (SELECT count(*) FROM files) f ORDER BY n RETURNING id`

function repeats(): { at: number; kind: (typeof KINDS)[number] }[] {
  return Array.from({ length: Math.floor(WORKS / REPEATED_EVERY) }, (_, at) => ({
    at: (at + 1) * REPEATED_EVERY - 1,
    kind: KINDS[at % KINDS.length]!,
  }))
}

function draw(): Drawn[] {
  const random = randomNumbers()
  const text = (characters: number) => Array.from({ length: characters }, () => WORDS[Math.floor(random() * WORDS.length)]).join('')
  const works: Drawn[] = Array.from({ length: WORKS }, () => ({ title: text(8), introduction: text(200), link: null, hash: null }))
  for (const { at, kind } of repeats()) {
    const [work, other] = [works[at]!, works[at - 1]!]
    if (kind === 'file') work.hash = other.hash = String(at).padStart(64, '0')
    if (kind === 'link') work.link = other.link = `https://video.example/w/${at}`
    if (kind === 'title') work.title = `《${other.title}》！`
    if (kind === 'text') work.introduction = `${other.introduction.slice(0, 180)}${text(20)}`
  }
  return works
}

/** The same ones in every run (mulberry32). */
function randomNumbers(): () => number {
  let state = 7
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

async function foundOf(pool: pg.Pool, planted: readonly Planted[]): Promise<{ found: number; all: string }> {
  const { rows } = await pool.query<{ pair: string; kind: string }>(
    `SELECT concat_ws(' ', greatest("workId", "otherId"), least("workId", "otherId"), kind) AS pair, kind FROM review_similarity WHERE "workId" >= $1`,
    [planted[0]!.otherId],
  )
  const listed = new Set(rows.map(({ pair }) => pair))
  return {
    found: planted.filter(({ id, otherId, kind }) => listed.has(`${id} ${otherId} ${kind}`)).length,
    all: KINDS.map((kind) => `${kind} ${rows.filter((row) => row.kind === kind).length}`).join(', '),
  }
}

function eachWithEach(works: readonly Drawn[]): number {
  const texts = works.map(({ introduction }) => plainText(introduction))
  let alike = 0
  for (const [at, one] of texts.entries()) for (let to = 0; to < at; to++) if (likeness(one, texts[to]!) >= 0.6) alike++
  return alike
}
