/** Rankings of the demonstration on their way: provisional results with an objection that waits, and a published list in its second version. */
import { sql } from 'kysely'
import type { LocalText } from '../../runtime/core/documents.ts'
import type { SeededCompetition } from './competitions.ts'
import { moment, readDemo } from './demoData.ts'
import type { SeedScope } from './SeedDatabase.ts'

interface DemoRankings {
  /** Of the first round of the competition that is judged. Days from now. */
  provisional: {
    competition: string
    title: LocalText
    note: LocalText
    objectionsUntil: number
    answerDays: number
    objection: string
    raised: number
  }
  /** Which published list was corrected: two lines had each other's place in the version before. Days from now. */
  corrected: { competition: string; lines: [number, number]; reason: string; comment: string; first: number; second: number }
}

interface Setting {
  competitions: readonly SeededCompetition[]
  /** Ids by username. */
  users: ReadonlyMap<string, string>
}

export async function insertRankingStates(scope: SeedScope, setting: Setting): Promise<void> {
  const rankings = readDemo<DemoRankings>('rankings.json')
  await insertProvisional(scope, rankings.provisional, setting)
  await insertCorrected(scope, rankings.corrected, setting)
}

async function insertProvisional(
  { db, now }: SeedScope,
  demo: DemoRankings['provisional'],
  { competitions, users }: Setting,
): Promise<void> {
  const { title, note, objectionsUntil, answerDays, objection, raised } = demo
  const competitionId = competitions.find(({ key }) => key === demo.competition)!.id
  const window = { objectionsUntil: moment(now, objectionsUntil), answerDays }
  const { id: listId } = await db
    .insertInto('ranking_list')
    .values({ competitionId, title, note, state: 'provisional', ...window })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('ranking_version').values({ listId, competitionId, number: 1, state: 'provisional' }).execute()
  await sql`
    INSERT INTO ranking_award ("listId", "competitionId", position, rank, prize, "registrationId", "workId", "eventId", name, school, work, score)
    SELECT ${listId}, ${competitionId}, place - 1, place, CASE WHEN place = 1 THEN 'first' WHEN place < 4 THEN 'second' WHEN place < 7 THEN 'third' END,
      "registrationId", id, "eventId", "displayName", school, title, points::text
    FROM (
      SELECT w.*, round(avg(m.total)::numeric, 2) AS points, row_number() OVER (ORDER BY avg(m.total) DESC, w.id) AS place
      FROM review_mark m JOIN review_round r ON r.id = m."roundId" AND r."frozenAt" IS NOT NULL JOIN work_work w ON w.id = m."workId"
      WHERE r."competitionId" = ${competitionId} AND m.state = 'submitted' GROUP BY w.id
    ) AS judged ORDER BY place`.execute(db)
  const userId = users.get('student')!
  const own = db.selectFrom('signup_registration').select('id').where('competitionId', '=', competitionId).where('userId', '=', userId)
  const { id: registrationId } = await own.executeTakeFirstOrThrow()
  const raisedAt = moment(now, raised)
  const said = { about: 'score' as const, text: objection, raisedAt, deadline: moment(now, raised + answerDays) }
  await db
    .insertInto('ranking_objection')
    .values({ listId, competitionId, version: 1, registrationId, userId, ...said })
    .execute()
}

async function insertCorrected({ db, now }: SeedScope, demo: DemoRankings['corrected'], { competitions, users }: Setting): Promise<void> {
  const competitionId = competitions.find(({ key }) => key === demo.competition)!.id
  const published = db
    .selectFrom('ranking_list')
    .select('id')
    .where('competitionId', '=', competitionId)
    .where('publishedVersion', 'is not', null)
  const { id } = await published.orderBy('position').executeTakeFirstOrThrow()
  const [one, other] = demo.lines
  await db.updateTable('ranking_award').set({ version: 2 }).where('listId', '=', id).execute()
  await sql`
    INSERT INTO ranking_award ("listId", "competitionId", version, position, rank, prize, "prizeName", name, school, members, instructors, work, score)
    SELECT a."listId", a."competitionId", 1, b.position, b.rank, b.prize, b."prizeName", a.name, a.school, a.members, a.instructors, a.work, b.score
    FROM ranking_award a JOIN ranking_award b ON b."listId" = a."listId"
      AND b.position = CASE a.position WHEN ${one}::integer THEN ${other}::integer WHEN ${other}::integer THEN ${one}::integer ELSE a.position END
    WHERE a."listId" = ${id} AND a.version = 2 AND b.version = 2 ORDER BY b.position`.execute(db)
  const [first, second] = [moment(now, demo.first), moment(now, demo.second)]
  const by = users.get('organiser') ?? null
  const done = (at: string) => ({ state: 'published' as const, finalisedAt: at, finalisedBy: by, publishedAt: at, publishedBy: by })
  await db
    .insertInto('ranking_version')
    .values([
      { listId: id, competitionId, number: 1, reason: null, finalComment: null, ...done(first) },
      { listId: id, competitionId, number: 2, reason: demo.reason, finalComment: demo.comment, ...done(second) },
    ])
    .execute()
  await db
    .updateTable('ranking_list')
    .set({ version: 2, publishedVersion: 2, frozenVersion: 2, finalComment: demo.comment, publishedAt: second })
    .where('id', '=', id)
    .execute()
}
