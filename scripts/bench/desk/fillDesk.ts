/** Fills a database with one competition of many registrations, as organisers of a national contest have it, and one of 100 000 for the export. Answers
 *  have the fields of a usual sign-up form; names, schools and words are drawn from lists, so that some searches find a few rows and some find many. */
import type { FormDocument, FormField } from '../../../runtime/core/documents.ts'
import type { Server } from '../../../runtime/server/createServer.ts'

export const BIG = '1'
export const EXPORTED = '2'
export const EXPORTED_ROWS = 100_000
const FORM = 'signup.bench'

const words = (text: string) => ({ zh: text, en: text })
const text = (title: string): FormField => ({ type: 'string', title: words(title) })
const choice = (title: string, values: readonly string[]): FormField => ({
  type: 'string',
  title: words(title),
  'x-widget': 'select',
  'x-options': values.map((value) => ({ value, label: words(value) })),
})

const GRADES = ['2023', '2024', '2025', '2026', 'other']
const LANGUAGES = ['zh', 'en', 'fr', 'de', 'ru', 'es']
const SURNAMES = '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜'
const GIVEN = '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰建国文辉力鹏飞宇浩然子涵梓轩'
const PLACES = '北京上海天津重庆河北山西辽宁吉林江苏浙江安徽福建江西山东河南湖北湖南广东海南四川贵州云南陕西甘肃青海'

function form(): FormDocument {
  return {
    $schema: '../kinds/form.schema.json',
    id: FORM,
    version: 1,
    title: words('Sign up'),
    schema: {
      type: 'object',
      required: ['name'],
      properties: {
        name: text('Name'),
        phone: text('Phone'),
        school: text('School'),
        major: text('Major'),
        grade: choice('Grade', GRADES),
        gender: choice('Gender', ['f', 'm']),
        size: choice('Shirt', ['S', 'M', 'L', 'XL']),
        languages: {
          type: 'array',
          title: words('Languages'),
          items: { type: 'string' },
          'x-widget': 'checkbox',
          'x-options': choice('', LANGUAGES)['x-options']!,
        },
        points: { type: 'number', title: words('Points') },
        born: { type: 'string', format: 'date', title: words('Born') },
        why: { ...text('Why'), 'x-widget': 'textarea' },
      },
    },
  }
}

/** An organiser who may do everything, the form, two competitions, and their registrations. */
export async function fillDesk({ deps }: Server, rows: number): Promise<void> {
  const { pool, db, services } = deps
  const user = await db.insertInto('account_user').values({ userName: 'bench', name: 'Bench' }).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('account_grant').values({ userId: user.id, role: 'account.platformAdmin' }).execute()
  const session = await services.sessions.person(String(user.id))
  const scope = { db, session, now: new Date(), lang: 'zh' as const, request: { id: 'bench', ip: '127.0.0.1', headers: {} } }
  const hash = await db.transaction().execute(async (transaction) => {
    const store = services.documentStore.bind({ ...scope, db: transaction })
    await store.saveDraft('form', FORM, form())
    return (await store.publish('form', FORM)).hash
  })
  await pool.query(COMPETITIONS, [FORM])
  for (const [competition, count] of [
    [BIG, rows],
    [EXPORTED, EXPORTED_ROWS],
  ] as const)
    await fillCompetition(pool, competition, count, hash)
  const client = await pool.connect()
  await client.query('SET statement_timeout = 0')
  await client.query('VACUUM ANALYZE')
  client.release(true)
}

const COMPETITIONS = `
  WITH o AS (INSERT INTO organisation_organisation (name, kind) VALUES ('{"zh": "主办单位", "en": "Organiser"}', 'sponsor') RETURNING id),
  c AS (INSERT INTO competition_competition (title, summary, introduction, organisers, level, type, mode, "organisationId", "signupStart", "signupEnd", "editEnd",
      "competitionStart", "competitionEnd", capacity, taken, published, "publishedAt", "formId")
    SELECT jsonb_build_object('zh', '大赛' || n, 'en', 'Contest ' || n), '{"zh": "", "en": ""}', '{"zh": "", "en": ""}', '{"zh": "", "en": ""}', 'national', 'A', 'individual',
      o.id, now() - interval '60 days', now() + interval '60 days', now() + interval '65 days', now() + interval '70 days', now() + interval '75 days', 2000000, 0, true, now(), $1
    FROM o, generate_series(1, 2) n RETURNING id)
  INSERT INTO competition_event ("competitionId", title, position) SELECT c.id, jsonb_build_object('zh', '赛项' || n, 'en', 'Event ' || n), n FROM c, generate_series(1, 8) n`

/** In slices, so that no statement runs into the time limit. */
async function fillCompetition(pool: Server['deps']['pool'], competition: string, count: number, hash: string): Promise<void> {
  const slice = 50_000
  for (let from = 1; from <= count; from += slice) {
    await pool.query(
      `WITH n AS (SELECT n, ('x' || substr(md5(n || 'a' || $1), 1, 7))::bit(28)::int AS a, ('x' || substr(md5(n || 'b' || $1), 1, 7))::bit(28)::int AS b
         FROM generate_series($2::int, $3::int) n),
       people AS (INSERT INTO account_user ("userName", name) SELECT 'p' || $1 || '-' || n, 'Person' FROM n RETURNING id, "userName"),
       facts AS (SELECT p.id, n.n, n.a, n.b,
           substr($5, 1 + a % length($5), 1) || substr($6, 1 + b % length($6), 1) || substr($6, 1 + (a / 97) % length($6), 1) AS name,
           substr($7, 1 + 2 * (b % (length($7) / 2)), 2) || (ARRAY['大学', '理工大学', '师范大学', '职业技术学院', '医科大学', '工业大学'])[1 + a % 6] ||
             CASE WHEN b % 5000 = 7 THEN '航天分校' ELSE '' END AS school
         FROM n JOIN people p ON p."userName" = 'p' || $1 || '-' || n.n)
       INSERT INTO signup_registration ("competitionId", "eventId", "organisationId", "userId", status, "formHash", answers, "displayName", school, "agreedAt", "submittedAt", "reviewedAt")
       SELECT $1::bigint, (SELECT min(id) FROM competition_event WHERE "competitionId" = $1::bigint) + a % 8, (SELECT min(id) FROM organisation_organisation), id,
         (ARRAY[2, 2, 2, 4, 4, 4, 4, 4, 3, CASE WHEN b % 20 = 0 THEN 5 WHEN b % 20 = 1 THEN 6 WHEN b % 20 = 2 THEN 1 ELSE 2 END])[1 + b % 10], $4,
         jsonb_build_object('name', name, 'phone', '138' || lpad((a % 100000000)::text, 8, '0'), 'school', school, 'major', (ARRAY['数学', '物理', '计算机', '机械', '法学', '护理'])[1 + a % 6],
           'grade', (ARRAY['2023', '2024', '2025', '2026'])[1 + b % 4], 'gender', (ARRAY['f', 'm'])[1 + a % 2], 'size', (ARRAY['S', 'M', 'L', 'XL'])[1 + a % 4],
           'languages', jsonb_build_array((ARRAY['zh', 'en', 'fr'])[1 + a % 3], (ARRAY['de', 'ru', 'es'])[1 + b % 3]), 'points', (a % 100000) / 10.0,
           'born', (DATE '2000-01-01' + b % 3000)::text, 'why', '我希望通过比赛提高能力，第 ' || n || ' 号，' || repeat('认真准备，', 1 + a % 4)),
         name, school, now() - n * interval '2 seconds', CASE WHEN b % 200 <> 12 THEN now() - n * interval '2 seconds' END, CASE WHEN b % 10 > 2 THEN now() - n * interval '1 second' END
       FROM facts`,
      [competition, from, Math.min(count, from + slice - 1), hash, SURNAMES, GIVEN, PLACES],
    )
  }
}
