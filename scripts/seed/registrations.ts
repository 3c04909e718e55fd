/** Registrations of the demo: invented people whose answers pass the very checks of a submission. Statuses are spread; places taken are counted. */

import { Readable } from 'node:stream'
import { sql } from 'kysely'
import sharp from 'sharp'
import { type Answers, answerGenerators, type DemoFile } from '../../plugins/demo/answers.ts'
import { sheet } from '../../plugins/demo/covers.ts'
import { createRandom, type Random } from '../../plugins/demo/random.ts'
import { chosenEvent } from '../../plugins/signup/chosenEvent.ts'
import { registrationNames } from '../../plugins/signup/registrationNames.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import type { ServerDeps } from '../../runtime/server/serverContext.ts'
import type { SeededCompetition } from './competitions.ts'
import { type DemoSchool, moment } from './demoData.ts'
import type { SeedDatabase as Database, SeedScope } from './SeedDatabase.ts'

const SEED = 20_261_121
const SHEET_HUES = [12, 150, 210, 260, 330]
/** Event key -> how many registrations. Together 200. */
const COUNTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  modelling: { undergraduate: 78, vocational: 18, postgraduate: 14 },
  design: { student: 34, professional: 20 },
  hackathon: { main: 24, beginners: 12 },
}
/** Status -> share. */
const SHARES = [
  [2, 0.36],
  [4, 0.48],
  [3, 0.12],
  [5, 0.04],
] as const
/** Competition key -> why registrations are sent back. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  modelling: ['学生证照片不清晰，请重新上传。', '队员学号与学校名单不一致，请核对。', '证件号码与姓名不匹配，请修改。'],
  design: ['学历层次与学校不符，请核对。', '证件号码与姓名不匹配，请修改。'],
  hackathon: ['Please add the names of your team mates.', 'The passport page is not legible; please upload it again.'],
}
const SUSPENDED = '经核实，同一人重复参赛，资格中止。'
/** The demo participant has one registration that was sent back, so that there is something to correct. */
const PARTICIPANT = { userName: 'student', name: '林晓舟', competition: 'design', event: 'student', status: 3 }

interface Setting {
  competitions: readonly SeededCompetition[]
  schools: readonly DemoSchool[]
  /** Ids by username. */
  users: ReadonlyMap<string, string>
}
interface Place {
  competition: SeededCompetition
  event: string
  serial: number
}

/** Inserts all registrations but those of teams. */
export async function insertRegistrations(deps: ServerDeps, scope: SeedScope, setting: Setting): Promise<void> {
  const random = createRandom(SEED)
  const pictures = await Promise.all(
    SHEET_HUES.map((hue) =>
      sharp(Buffer.from(sheet(hue)))
        .png()
        .toBuffer(),
    ),
  )
  for (const place of places(setting.competitions)) await insertRegistration(deps, scope, { ...setting, random, pictures, place })
}

function places(competitions: readonly SeededCompetition[]): Place[] {
  let serial = 0
  return competitions.flatMap((competition) =>
    Object.entries(COUNTS[competition.key] ?? {}).flatMap(([event, count]) =>
      Array.from({ length: count }, () => ({ competition, event, serial: serial++ })),
    ),
  )
}

async function insertRegistration(
  deps: ServerDeps,
  scope: SeedScope,
  setting: Setting & { random: Random; pictures: Buffer[]; place: Place },
): Promise<void> {
  const { random, place, users } = setting
  const { competition, event, serial } = place
  const isParticipant = competition.key === PARTICIPANT.competition && event === PARTICIPANT.event && !(await hasParticipant(scope, users))
  const userId = isParticipant ? (users.get(PARTICIPANT.userName) ?? null) : await insertPerson(scope, serial)
  const owned: SeedScope = { ...scope, session: { ...scope.session, userId } }
  const answers = await checkedAnswers(deps, owned, { ...setting, name: isParticipant ? PARTICIPANT.name : undefined })
  const status = isParticipant ? PARTICIPANT.status : pickStatus(random)
  const values = {
    competitionId: competition.id,
    eventId: competition.events.get(event),
    organisationId: competition.organisationId,
    userId,
    status,
    formHash: competition.formHash,
    answers: JSON.stringify(answers),
    ...(await registrationNames(competition, answers, owned)),
    ...instants(random, status, scope.now),
    ...(status === 2 ? {} : { reviewerId: users.get(competition.key === 'hackathon' ? 'organiser2' : 'organiser') }),
    reviewReason: reason(random, status, competition.key),
  }
  const { id } = await scope.db.insertInto('signup_registration').values(values).returning('id').executeTakeFirstOrThrow()
  await deps.services.files.claim(owned, 'signup.registration', id, answers)
}

async function hasParticipant({ db }: SeedScope, users: ReadonlyMap<string, string>): Promise<boolean> {
  const row = await db
    .selectFrom('signup_registration')
    .select('id')
    .where('userId', '=', users.get(PARTICIPANT.userName))
    .executeTakeFirst()
  return row !== undefined
}

/** People of the registrations cannot sign in: they have no password. */
async function insertPerson({ db }: SeedScope, serial: number): Promise<string> {
  const values = { userName: `demo${serial + 1}`, name: `演示用户 ${serial + 1}`, email: `demo${serial + 1}@mail.example` }
  return (await db.insertInto('account_user').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** @throws FORM_INVALID when a generator and its form have diverged */
async function checkedAnswers(
  deps: ServerDeps,
  scope: SeedScope,
  { random, pictures, schools, place, name }: Setting & { random: Random; pictures: Buffer[]; place: Place; name?: string | undefined },
): Promise<Answers> {
  const { competition, event, serial } = place
  const generate = answerGenerators[competition.form ?? '']
  if (!generate || !competition.formHash) throw new Error(`competition ${competition.key} has no form to answer`)
  const files = await Promise.all(
    [0, 1].map((at) => storePicture(deps, scope, { bytes: random.pick(pictures), name: `photo-${at + 1}.png` })),
  )
  let used = 0
  const file = (): DemoFile => ({ ...files[used++ % files.length] })
  const today = scope.now.toISOString().slice(0, 10)
  const answers = generate({ random, serial, event, schools, regions: demoRegions(deps), today, file, ...(name ? { name } : {}) })
  const chosen = await scope.db
    .selectFrom('competition_event')
    .select(['id', 'title'])
    .where('id', '=', competition.events.get(event) ?? '')
    .executeTakeFirstOrThrow()
  const facts = chosenEvent(competition.id, chosen as { id: string; title: LocalText })
  return (await deps.services.forms.bind(scope, null).submit({ hash: competition.formHash }, answers, facts)).answers
}

async function storePicture(deps: ServerDeps, scope: SeedScope, { bytes, name }: { bytes: Buffer; name: string }): Promise<DemoFile> {
  return { ...(await deps.services.files.bind(scope).store(Readable.from(bytes), { name, purpose: 'answer' })) }
}

/** Codes of the provinces with their cities. */
export function demoRegions(deps: Pick<ServerDeps, 'platform'>): { province: string; cities: string[] }[] {
  const { values } = deps.platform().get('enum', 'organisation.region')
  const provinces = values.filter(({ group }) => group === undefined).map(({ code }) => String(code))
  return provinces.map((province) => ({
    province,
    cities: values.filter(({ group }) => group === province).map(({ code }) => String(code)),
  }))
}

function pickStatus(random: Random): number {
  let left = random.next()
  for (const [status, share] of SHARES) {
    left -= share
    if (left < 0) return status
  }
  return SHARES[0][0]
}

function reason(random: Random, status: number, competition: string): string | null {
  if (status === 5) return SUSPENDED
  return status === 3 ? random.pick(REASONS[competition] ?? [SUSPENDED]) : null
}

function instants(random: Random, status: number, now: Date) {
  const submitted = -(0.2 + random.next() * 15)
  const reviewed = status === 2 ? null : submitted * random.next()
  return {
    agreedAt: moment(now, submitted),
    submittedAt: moment(now, submitted),
    reviewedAt: reviewed === null ? null : moment(now, reviewed),
  }
}

/** Counts places and closes the events that the demo shows as full. Statuses 2 and 3, 4 and 6 hold a place. */
export async function countTaken({ db }: SeedScope, competitions: readonly SeededCompetition[]): Promise<void> {
  await countPlaces(db)
  const full = competitions.flatMap(({ events, fullEvents }) => fullEvents.map((key) => events.get(key)))
  if (full.length > 0)
    await db.updateTable('competition_event').set({ capacity: sql`taken`, waitingList: true }).where('id', 'in', full).execute()
}

/** Counts the places taken anew, from the registrations and the places held that there are. */
export async function countPlaces(db: Database): Promise<void> {
  const held = sql`(2, 3, 4, 6)`
  await sql`UPDATE competition_event e SET taken = (SELECT count(*) FROM signup_registration r WHERE r."eventId" = e.id AND r.status IN ${held}) + (SELECT count(*) FROM signup_waiting w WHERE w."eventId" = e.id AND w.status = 'offered')`.execute(
    db,
  )
  await sql`UPDATE competition_competition c SET taken = (SELECT count(*) FROM signup_registration r WHERE r."competitionId" = c.id AND r.status IN ${held}) + (SELECT count(*) FROM signup_waiting w WHERE w."competitionId" = c.id AND w.status = 'offered')`.execute(
    db,
  )
}
