/** Judging of the demo: works of one competition, a panel, a round that is over and frozen, and a blind round that runs: reviews of strict and of lenient
 *  experts, works they differ on, one who abstained and one who stepped back. */
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { sheet } from '../../plugins/demo/covers.ts'
import { chineseName, email, phone } from '../../plugins/demo/people.ts'
import { createRandom, type Random } from '../../plugins/demo/random.ts'
import type { ReviewAssignmentState } from '../../plugins/generated/enums.ts'
import type { Round } from '../../plugins/review/round.ts'
import { endOf } from '../../plugins/review/roundOverlap.ts'
import { sheetTotal } from '../../plugins/review/scores/sheetTotal.ts'
import { type RoundWork, worksOfRound } from '../../plugins/review/worksOfRound.ts'
import { chosenEvent } from '../../plugins/signup/chosenEvent.ts'
import { registrationNames } from '../../plugins/signup/registrationNames.ts'
import { workParts } from '../../plugins/work/workParts.ts'
import type { FormDocument, LocalText } from '../../runtime/core/documents.ts'
import type { ServerDeps } from '../../runtime/server/serverContext.ts'
import type { SeededCompetition } from './competitions.ts'
import { type DemoSchool, moment, readDemo, scheduled } from './demoData.ts'
import { type DemoRanking, insertComputedRanking } from './rankings.ts'
import type { SeedScope } from './SeedDatabase.ts'

/** Times are days from now. */
interface DemoJudging {
  competition: string
  event: string
  /** Key of the competition whose entrants wrote these works too. */
  authorsFrom: string
  works: DemoEssay[]
  text: string
  panel: DemoExpert[]
  rounds: DemoRound[]
  comments: { good: string[]; fair: string[]; weak: string[] }
  abstained: string
  recused: string
  /** Computed from the frozen round. */
  ranking: DemoRanking
}
interface DemoEssay {
  title: string
  about: string
  keywords: string
  /** What an expert who is neither strict nor lenient gives for each criterion, of 10. */
  level: number
  /** Experts differ on it. */
  divides?: true
}
interface DemoExpert {
  userName: string
  state: 'accepted' | 'declined' | 'invited'
  keywords: string
  /** Points of 10 that the expert deducts. */
  strict?: number
  reason?: string
}
interface DemoRound {
  values: { title: LocalText; reviewsPerWork: number } & Record<string, unknown>
  opensAt: number
  closesAt: number
  frozenAt?: number
  /** States of each expert's reviews; what is not named is submitted. */
  progress?: Record<string, ReviewAssignmentState[]>
}
interface Expert extends DemoExpert {
  userId: string
}
interface Setting {
  judging: DemoJudging
  random: Random
  competition: SeededCompetition
  event: { id: string; title: LocalText }
  /** Of the panel, those who accepted. */
  experts: Expert[]
  /** By id of the work. */
  essays: Map<string, DemoEssay>
}

const SEED = 20_261_125
const HUES = [28, 96, 188]
const APPROVED = 4
/** Days before now on which people signed up and submitted. */
const SIGNED_UP = [30, 65] as const
const HANDED_IN = [16, 28] as const
const [INVITED, ANSWERED] = [-22, -20]
const MAX_LOAD = 12
/** Points of 10 by which the experts differ on a disputed work, in turn. */
const DIFFERENCES = [1.4, -3.6, 0.6]
const FULL = 10
const STEP = 0.5
const GOOD = 78
const FAIR = 65

export async function insertJudging(
  deps: ServerDeps,
  scope: SeedScope,
  {
    competitions,
    schools,
    users,
  }: { competitions: readonly SeededCompetition[]; schools: readonly DemoSchool[]; users: ReadonlyMap<string, string> },
): Promise<void> {
  const judging = readDemo<DemoJudging>('judging.json')
  const random = createRandom(SEED)
  const competition = competitions.find(({ key }) => key === judging.competition)!
  const eventId = competition.events.get(judging.event)!
  const event = await scope.db.selectFrom('competition_event').select(['id', 'title']).where('id', '=', eventId).executeTakeFirstOrThrow()
  const experts = await insertPanel(scope, judging.panel, competition)
  const setting: Setting = { judging, random, competition, event: event as Setting['event'], experts, essays: new Map() }
  const from = competitions.find(({ key }) => key === judging.authorsFrom)!
  // the last of them can sign in
  const student = users.get('student')!
  const authors = [...(await authorsOf(scope, from.id, judging.works.length - 1)), student]
  const pictures = await Promise.all(
    HUES.map((hue) =>
      sharp(Buffer.from(sheet(hue)))
        .webp()
        .toBuffer(),
    ),
  )
  for (const [at, userId] of authors.entries()) {
    const known = userId === student ? '林晓舟' : undefined
    const registrationId = await insertEntrant(deps, scope, { ...setting, userId, school: random.pick(schools), known })
    const bytes = random.pick(pictures)
    await insertEssay(deps, scope, { ...setting, userId, registrationId, essay: judging.works[at]!, bytes })
  }
  let fromRoundId: string | null = null
  const rounds: Round[] = []
  for (const round of judging.rounds) {
    rounds.push(await insertRound(deps, scope, { ...setting, round, fromRoundId }))
    fromRoundId = rounds.at(-1)!.id
  }
  const held = {
    worksHeldFrom: new Date(Math.min(...rounds.map(({ opensAt }) => Date.parse(opensAt)))).toISOString(),
    worksHeldUntil: new Date(Math.max(...rounds.map(endOf))).toISOString(),
  }
  await scope.db.updateTable('competition_competition').set(held).where('id', '=', competition.id).execute()
  const frozen = rounds.find(({ frozenAt }) => frozenAt !== null)!
  await insertComputedRanking(deps, scope, { competitionId: competition.id, eventId, roundId: frozen.id }, judging.ranking)
}

async function authorsOf({ db }: SeedScope, competitionId: string, count: number): Promise<string[]> {
  const query = db
    .selectFrom('signup_registration')
    .select('userId')
    .where('competitionId', '=', competitionId)
    .where('userId', 'is not', null)
  return (await query.orderBy('id').limit(count).execute()).map(({ userId }) => String(userId))
}

async function insertPanel({ db, now }: SeedScope, panel: readonly DemoExpert[], { id: competitionId, organisationId }: SeededCompetition) {
  const experts: Expert[] = []
  for (const expert of panel) {
    const { userName, state, keywords, reason = null } = expert
    const { id: userId, name } = await db
      .selectFrom('account_user')
      .select(['id', 'name'])
      .where('userName', '=', userName)
      .executeTakeFirstOrThrow()
    const values = {
      competitionId,
      organisationId,
      userId,
      name,
      state,
      keywords,
      languages: 'zh,en',
      maxLoad: MAX_LOAD,
      declineReason: reason,
    }
    const answeredAt = state === 'invited' ? null : moment(now, ANSWERED)
    await db
      .insertInto('review_expert')
      .values({ ...values, invitedAt: moment(now, INVITED), answeredAt })
      .execute()
    if (state === 'accepted') experts.push({ ...expert, userId })
  }
  return experts
}

async function insertEntrant(
  deps: ServerDeps,
  scope: SeedScope,
  { random, competition, event, userId, school, known }: Setting & { userId: string; school: DemoSchool; known: string | undefined },
): Promise<string> {
  const owned: SeedScope = { ...scope, session: { ...scope.session, userId } }
  const drawn = chineseName(random)
  const given = { fullName: known ?? drawn, school: school.name.zh, phone: phone(random), email: email(`w${userId}`) }
  const form = { hash: competition.formHash! }
  const { answers } = await deps.services.forms.bind(owned, null).submit(form, given, chosenEvent(competition.id, event))
  const at = moment(scope.now, -random.integer(...SIGNED_UP))
  const { id: competitionId, organisationId, formHash } = competition
  const facts = { competitionId, organisationId, eventId: event.id, userId, status: APPROVED, formHash, answers: JSON.stringify(answers) }
  const names = await registrationNames(competition, answers, owned)
  const row = scope.db.insertInto('signup_registration').values({ ...facts, ...names, agreedAt: at, submittedAt: at, reviewedAt: at })
  return String((await row.returning('id').executeTakeFirstOrThrow()).id)
}

interface Essay {
  userId: string
  registrationId: string
  essay: DemoEssay
  bytes: Buffer
}
async function insertEssay(
  deps: ServerDeps,
  scope: SeedScope,
  { judging, random, competition, event, essays, userId, registrationId, essay, bytes }: Setting & Essay,
): Promise<void> {
  const owned: SeedScope = { ...scope, session: { ...scope.session, userId } }
  const picture = await deps.services.files.bind(owned).store(Readable.from(bytes), { name: 'street.webp', purpose: 'answer' })
  const { title, about, keywords } = essay
  const given = { title, introduction: about, keywords, text: `${about}\n\n${judging.text}`, attachments: [picture] }
  const { answers } = await deps.services.forms.bind(owned, null).submit({ hash: competition.workFormHash! }, given)
  const entrant = scope.db.selectFrom('signup_registration').select(['displayName', 'school']).where('id', '=', registrationId)
  const values = {
    ...(await entrant.executeTakeFirstOrThrow()),
    competitionId: competition.id,
    organisationId: competition.organisationId,
    registrationId,
    eventId: event.id,
    userId,
    state: 'submitted',
    formHash: competition.workFormHash,
    answers: JSON.stringify(answers),
    ...workParts(answers),
    submittedAt: moment(scope.now, -random.integer(...HANDED_IN)),
  }
  const { id } = await scope.db.insertInto('work_work').values(values).returning('id').executeTakeFirstOrThrow()
  await deps.services.files.claim(owned, 'work.work', String(id), answers)
  essays.set(String(id), essay)
}

interface Place {
  round: DemoRound
  fromRoundId: string | null
}
async function insertRound(deps: ServerDeps, scope: SeedScope, setting: Setting & Place): Promise<Round> {
  const { db, now } = scope
  const { competition, round, fromRoundId, random } = setting
  const { frozenAt, opensAt, closesAt, values } = round
  const instants = {
    opensAt: scheduled(now, opensAt),
    closesAt: scheduled(now, closesAt),
    frozenAt: frozenAt === undefined ? null : scheduled(now, frozenAt),
  }
  const place = { competitionId: competition.id, organisationId: competition.organisationId, fromRoundId }
  const row = db.insertInto('review_round').values({ ...values, ...instants, ...place })
  const { id } = await row.returning('id').executeTakeFirstOrThrow()
  const sheetId = `review.r${id}`
  const documentStore = deps.services.documentStore.bind(scope)
  const form = { ...readDemo<FormDocument>('forms/essaySheet.form.json'), id: sheetId }
  await documentStore.saveDraft('form', sheetId, form)
  const { hash } = await documentStore.publish('form', sheetId)
  const stored = db.updateTable('review_round').set({ sheetId }).where('id', '=', id).returningAll()
  const made = (await stored.executeTakeFirstOrThrow()) as Round
  const works = await worksOfRound(made, { db })
  const numbers = shuffled(works.length, random)
  const states = new Map(Object.entries(round.progress ?? {}).map(([userName, list]) => [userName, [...list]]))
  for (const [at, work] of works.entries())
    for (const [turn, expert] of reviewers(setting, at).entries()) {
      const state = states.get(expert.userName)?.shift() ?? 'submitted'
      await insertReview(deps, scope, { ...setting, made, form, hash, work, number: numbers[at]!, expert, turn, state })
    }
  return made
}

/** As many as the round asks for, in turn, so that loads are even. */
function reviewers({ experts, round }: Setting & Place, at: number): Expert[] {
  return Array.from({ length: round.values.reviewsPerWork }, (_, turn) => experts[(at + turn) % experts.length]!)
}

/** 1 to `count` in an order at random. */
function shuffled(count: number, random: Random): number[] {
  const order = Array.from({ length: count }, (_, at) => ({ number: at + 1, by: random.next() }))
  return order.sort((one, other) => one.by - other.by).map(({ number }) => number)
}

interface Review {
  made: Round
  form: FormDocument
  hash: string
  work: RoundWork
  number: number
  expert: Expert
  turn: number
  state: ReviewAssignmentState
}
async function insertReview(deps: ServerDeps, scope: SeedScope, setting: Setting & Review): Promise<void> {
  const { judging, competition, made, work, number, expert, state, random } = setting
  const { id: competitionId, organisationId } = competition
  const place = { roundId: made.id, competitionId, workId: work.id, userId: expert.userId }
  const recusedReason = state === 'recused' ? judging.recused : null
  const assignment = { ...place, organisationId, number, state, source: 'computed', recusedReason }
  const { id: assignmentId } = await scope.db.insertInto('review_assignment').values(assignment).returning('id').executeTakeFirstOrThrow()
  if (state === 'recused') {
    const conflict = { competitionId, userId: expert.userId, workId: work.id, kind: 'declared', detail: judging.recused }
    await scope.db.insertInto('review_conflict').values(conflict).execute()
  }
  if (state !== 'submitted' && state !== 'abstained') return
  const mark =
    state === 'submitted' ? await marked(deps, scope, setting) : { answers: {}, total: null, confidence: null, note: judging.abstained }
  const [from, until] = [Date.parse(made.opensAt), Math.min(Date.parse(made.closesAt), scope.now.getTime())]
  const submittedAt = new Date(from + random.next() * (until - from)).toISOString()
  const values = { ...place, assignmentId, state, formHash: setting.hash, ...mark, answers: JSON.stringify(mark.answers), submittedAt }
  await scope.db.insertInto('review_mark').values(values).execute()
  await scope.db.updateTable('review_assignment').set({ total: mark.total, submittedAt }).where('id', '=', assignmentId).execute()
}

/** A filled sheet, checked by the form logic. */
async function marked(
  deps: ServerDeps,
  scope: SeedScope,
  { judging, random, event, essays, form, hash, work, expert, turn }: Setting & Review,
) {
  const { level, divides } = essays.get(work.id)!
  const middle = level - (expert.strict ?? 0) + (divides ? DIFFERENCES[turn % DIFFERENCES.length]! : 0)
  const points = () => Math.min(FULL, Math.max(0, Math.round((middle + random.next() * 2 - 1) / STEP) * STEP))
  const given = { view: points(), research: points(), story: points(), language: points(), sure: random.integer(2, 4) }
  const { total: found } = sheetTotal(form, given)
  const words = found! >= GOOD ? judging.comments.good : found! >= FAIR ? judging.comments.fair : judging.comments.weak
  const owned: SeedScope = { ...scope, session: { ...scope.session, userId: expert.userId } }
  const context = { eventId: event.id, event: event.title.zh }
  const { answers } = await deps.services.forms.bind(owned, null).submit({ hash }, { ...given, comment: random.pick(words) }, context)
  const { total, confidence } = sheetTotal(form, answers)
  return { answers, total, confidence, note: null }
}
