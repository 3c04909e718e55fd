/** Training courses of the demonstration, one in each state, with sign-ups, paid orders, attendance and requests for certificates. */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import sharp from 'sharp'
import { sheet } from '../../plugins/demo/covers.ts'
import { chineseName, phone } from '../../plugins/demo/people.ts'
import { createRandom, type Random } from '../../plugins/demo/random.ts'
import { trainingSeat } from '../../plugins/training/courseFee.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import type { ServerDeps } from '../../runtime/server/serverContext.ts'
import { paintCover, type SeededCompetition, storeCover } from './competitions.ts'
import { type DemoSchool, readDemo, scheduled } from './demoData.ts'
import type { SeedScope } from './SeedDatabase.ts'

/** Times are days from now. */
interface DemoCourse {
  key: string
  competition: string
  cover?: string
  state: 'draft' | 'published' | 'closed' | 'cancelled'
  title: LocalText
  summary: LocalText
  description?: LocalText
  teacher?: LocalText
  venue: LocalText
  signupStart: number
  signupEnd: number
  capacity: number
  /** In fen. */
  fee?: number
  /** How many have a place; with `student` the demo participant is the first of them. */
  people: number
  waiting?: number
  student?: boolean
  sessions: DemoSession[]
  material?: LocalText
  /** The first `requested` participants have requested it. */
  certificate?: { title: LocalText; share: number; requested: number }
  cancelReason?: string
}
interface DemoSession {
  title: LocalText
  day: number
  /** Of the day in China, 0 to 24. */
  hour: number
  hours: number
  place?: LocalText
  liveLink?: string
  attended?: number
}
interface Setting {
  competitions: readonly SeededCompetition[]
  schools: readonly DemoSchool[]
  /** Ids by username. */
  users: ReadonlyMap<string, string>
}
interface Place {
  deps: ServerDeps
  /** Of the organiser, who owns its files until the course does. */
  scope: SeedScope
  random: Random
  setting: Setting
  demo: DemoCourse
  /** Columns that every row of a course has. */
  of: { competitionId: string; organisationId: string }
}
interface Enrolment {
  id: string
  userId: string
  name: string
}

const SEED = 20_261_123
const HOUR_MS = 3_600_000
const NOON = 12
const DAY_HOURS = 24
const MATERIAL_HUE = 210

/** @returns ids of the courses by key */
export async function insertCourses(deps: ServerDeps, scope: SeedScope, setting: Setting): Promise<Map<string, string>> {
  const random = createRandom(SEED)
  const ids = new Map<string, string>()
  for (const demo of readDemo<DemoCourse[]>('courses.json')) {
    const { id: competitionId, organisationId } = setting.competitions.find(({ key }) => key === demo.competition)!
    const userId = setting.users.get(demo.competition === 'hackathon' ? 'organiser2' : 'organiser') ?? null
    const owned = { ...scope, session: { ...scope.session, userId } }
    ids.set(demo.key, await insertCourse({ deps, scope: owned, random, setting, demo, of: { competitionId, organisationId } }))
  }
  return ids
}

async function insertCourse(place: Place): Promise<string> {
  const { scope, demo, of } = place
  const sessions = demo.sessions.map((session) => ({ ...session, ...timesOf(scope.now, session) }))
  const values = {
    ...(await columnsOf(place)),
    startsAt: sessions[0]!.startsAt,
    endsAt: sessions
      .map(({ endsAt }) => endsAt)
      .toSorted()
      .at(-1),
  }
  const id = String((await scope.db.insertInto('training_course').values(values).returning('id').executeTakeFirstOrThrow()).id)
  await claimCover(place, id, values.cover)
  const formHash = await storeForm(place, id)
  const people = await insertPeople(place, { courseId: id, formHash })
  for (const { day: _day, hour: _hour, hours: _hours, attended = 0, ...session } of sessions) {
    const row = { ...of, courseId: id, ...session, attended }
    const made = await scope.db.insertInto('training_session').values(row).returning('id').executeTakeFirstOrThrow()
    // the participant has still to check in to a session that continues
    const from = demo.student && session.endsAt > scope.now.toISOString() ? 1 : 0
    await insertAttendance(place, String(made.id), people.slice(from, from + attended))
  }
  if (demo.material) await insertMaterial(place, id, demo.material)
  await countAttended(scope, id)
  return id
}

async function columnsOf({ deps, scope, demo, of }: Place) {
  const {
    state,
    title,
    summary,
    description = null,
    teacher = null,
    venue,
    capacity,
    fee = 0,
    people,
    sessions,
    cancelReason = null,
  } = demo
  const at = (days: number) => scheduled(scope.now, days)
  const cover = demo.cover ? await storeCover(deps, scope, { cover: demo.cover, bytes: await paintCover(demo.cover) }) : null
  const isOver = sessions.every(({ day }) => day < 0)
  return {
    ...of,
    ...{ state, title, summary, description, teacher, venue, capacity, fee, taken: people, sessionCount: sessions.length, cancelReason },
    cover: cover && JSON.stringify({ ...cover, ownerId: null }),
    ...{ signupStart: at(demo.signupStart), signupEnd: at(demo.signupEnd) },
    publishedAt: state === 'draft' ? null : at(demo.signupStart),
    toldEndAt: isOver ? at(-1) : null,
    createdBy: scope.session.userId,
    ...(demo.certificate && { certificateShare: demo.certificate.share, seriesId: await insertSeries(scope, of, demo.certificate.title) }),
  }
}

async function claimCover({ deps, scope }: Place, id: string, cover: string | null): Promise<void> {
  if (cover) await deps.services.files.claim(scope, 'training.course', id, JSON.parse(cover))
}

async function insertSeries({ db, now }: SeedScope, of: Place['of'], title: LocalText): Promise<string> {
  const facts = { templateId: 'certificate.minimal', lang: 'zh', prefix: 'DATAC', year: now.getFullYear() }
  const series = db.insertInto('certificate_series').values({ ...of, title, ...facts })
  return String((await series.returning('id').executeTakeFirstOrThrow()).id)
}

/** @returns the hash of the version that people fill in */
async function storeForm({ deps, scope, demo }: Place, id: string): Promise<string> {
  const formId = `training.c${id}`
  const { description: _, ...starter } = deps.platform().get('form', 'training.starter')
  const documentStore = deps.services.documentStore.bind(scope)
  const draft = await documentStore.saveDraft('form', formId, { ...starter, $schema: '../kinds/form.schema.json', id: formId })
  await scope.db.updateTable('training_course').set({ formId }).where('id', '=', id).execute()
  return demo.state === 'draft' ? draft.hash : (await documentStore.publish('form', formId)).hash
}

async function insertPeople(place: Place, of: { courseId: string; formHash: string }): Promise<Enrolment[]> {
  const { scope, random, setting, demo } = place
  const { people, waiting = 0, student = false } = demo
  const count = people + waiting
  if (count === 0) return []
  const accounts = scope.db.selectFrom('account_user').select('id').where('userName', 'like', 'demo%').orderBy('id')
  const found = (await accounts.offset(random.integer(0, 60)).limit(count).execute()).map(({ id }) => String(id))
  if (student) found.splice(0, 1, setting.users.get('student')!)
  const made: Enrolment[] = []
  for (const [at, userId] of found.entries())
    made.push(await insertEnrolment(place, { ...of, userId, isWaiting: at >= people, at, isStudent: student && at === 0 }))
  return made.slice(0, people)
}

interface SignUp {
  courseId: string
  formHash: string
  userId: string
  isWaiting: boolean
  isStudent: boolean
  at: number
}

async function insertEnrolment(place: Place, { courseId, formHash, userId, isWaiting, isStudent, at }: SignUp): Promise<Enrolment> {
  const { deps, scope, random, setting, demo, of } = place
  const { signupStart, sessions, certificate, fee = 0, people } = demo
  const signedUpAt = scheduled(scope.now, signupStart + (at + 1) / (people + 1))
  const name = isStudent ? '林晓舟' : chineseName(random)
  const school = isStudent ? '启明科技大学' : random.pick(setting.schools).name.zh
  const given = { fullName: name, school, phone: isStudent ? '19900000001' : phone(random) }
  const { answers } = await deps.services.forms.bind(scope, null).submit({ hash: formHash }, given)
  const row = {
    ...of,
    ...{ courseId, userId, name, school, formHash, signedUpAt },
    answers: JSON.stringify(answers),
    seat: `${courseId}:${userId}`,
    state: isWaiting ? 'waiting' : 'enrolled',
    payState: fee > 0 ? 'paid' : 'none',
    certificateAt: certificate && at < certificate.requested ? scheduled(scope.now, sessions.at(-1)!.day + 1) : null,
  }
  const id = String((await scope.db.insertInto('training_enrolment').values(row).returning('id').executeTakeFirstOrThrow()).id)
  if (fee > 0) await insertOrder(place, { courseId, enrolment: { id, userId, name }, at, paidAt: signedUpAt })
  return { id, userId, name }
}

/** Paid by the sandbox. */
async function insertOrder(
  { scope, demo, of }: Place,
  { courseId, enrolment, at, paidAt }: { courseId: string; enrolment: Enrolment; at: number; paidAt: string },
): Promise<void> {
  const { db } = scope
  const { fee = 0, title } = demo
  const number = `20260902${String(at + 1).padStart(12, '0')}`
  const order = {
    ...of,
    ...{ number, purpose: 'training', courseId, enrolmentId: enrolment.id, userId: enrolment.userId, payer: enrolment.name },
    title: JSON.stringify(title),
    ...{ state: 'paid', seat: trainingSeat(enrolment.id), holdsPlace: true, total: fee, paid: fee },
    ...{ expiresAt: paidAt, paidAt, createdAt: paidAt },
  }
  const { id: orderId } = await db.insertInto('pay_order').values(order).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('pay_position').values({ orderId, line: 'training', quantity: 1, price: fee, amount: fee }).execute()
  const payment = { ...of, orderId, provider: 'pay.sandbox', reference: `SBXDEMO${number}`, amount: fee, paidAt }
  await db.insertInto('pay_payment').values(payment).execute()
}

async function insertAttendance({ scope, of }: Place, sessionId: string, people: readonly Enrolment[]): Promise<void> {
  if (people.length === 0) return
  const rows = people.map(({ id }) => ({ ...of, sessionId, enrolmentId: id, way: 'code' }))
  await scope.db.insertInto('training_attendance').values(rows).execute()
}

async function countAttended({ db }: SeedScope, courseId: string): Promise<void> {
  await sql`UPDATE training_enrolment e SET attended = (SELECT count(*) FROM training_attendance a WHERE a."enrolmentId" = e.id)
    WHERE e."courseId" = ${courseId}`.execute(db)
}

async function insertMaterial({ deps, scope, of }: Place, courseId: string, title: LocalText): Promise<void> {
  const bytes = await sharp(Buffer.from(sheet(MATERIAL_HUE)))
    .png()
    .toBuffer()
  const file = await deps.services.files.bind(scope).store(Readable.from(bytes), { name: 'handout.png', purpose: 'answer' })
  const row = { ...of, courseId, title, file: JSON.stringify({ ...file, ownerId: null }), position: 0 }
  const { id } = await scope.db.insertInto('training_material').values(row).returning('id').executeTakeFirstOrThrow()
  await deps.services.files.claim(scope, 'training.material', String(id), file)
}

function timesOf(now: Date, { day, hour, hours }: DemoSession): { startsAt: string; endsAt: string } {
  const startsAt = scheduled(now, day + (hour - NOON) / DAY_HOURS)
  return { startsAt, endsAt: new Date(Date.parse(startsAt) + hours * HOUR_MS).toISOString() }
}
