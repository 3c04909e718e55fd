/** A rule -> who gets a certificate with which values, and who does not and why. Reads only; the order is that of registrations, lines and names. */
import { createHash } from 'node:crypto'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText, PrintDocument } from '../../runtime/core/documents.ts'
import { enumLabel } from '../../runtime/core/enumLabels.ts'
import { readPasted } from '../../runtime/core/typed/readPasted.ts'
import { readNames } from '../../runtime/core/typed/readPeople.ts'
import { staffWith } from '../account/grants/staffWith.ts'
import type { CertificateExclusion, CertificateRole, RankingPrize, TeamRole } from '../generated/enums.ts'
import type { Member } from '../signup/namedMembers.ts'
import { type CommonValues, type IssuingSeries, type Registration, readCommon, readRegistrations } from './facts.ts'
import type { CertificateRule } from './rule.ts'
import { namedAnswers } from './template/answerFields.ts'

export interface Recipient {
  /** Once in a batch. */
  subject: string
  userId: string | null
  registrationId: string | null
  /** One for a whole team. */
  isTeam?: boolean
  name: string
  award: LocalText | null
  values: Record<string, unknown>
}
export interface Excluded {
  name: string
  reason: CertificateExclusion
}
export interface Recipients {
  recipients: Recipient[]
  excluded: Excluded[]
}
/** A series with the template that is used: certificates hold the answers alone that it names. */
export type IssuedSeries = IssuingSeries & { print: PrintDocument | null }
const NO_NAMES: ReadonlySet<string> = new Set()
interface Work {
  rule: CertificateRule
  series: IssuingSeries
  /** Fields of the sign-up form that the template names. */
  answers: ReadonlySet<string>
  common: CommonValues
  found: Recipients
  /** How often each was wanted. */
  subjects: Map<string, number>
  context: HandlerContext
}
/** What a recipient is made from, beside the registration. */
interface Award {
  prize: LocalText | null
  rank: number | null
  ranking: LocalText | null
}

/** People of another area, as a rule says it: those who get one, and those who do not. @throws CERTIFICATE_RULE */
type Source = (
  rule: CertificateRule,
  series: Pick<IssuingSeries, 'competitionId'>,
  context: HandlerContext,
) => Promise<{ named: Named[]; excluded: Excluded[] }>

declare module '../../runtime/core/contracts.ts' {
  interface ExtensionPoints {
    'certificate.source': Source
  }
}

const APPROVED = [4]
/** Of a list of names: name, school, award, award in English. */
const NAME_COLUMNS = 4
/** Who holds it works on the competition; experts, finance and parent organisations do not. */
const ORGANISING = 'managerCompetitor'
/** Of the column. */
const SUBJECT_LENGTH = 80
const COMPETING: readonly TeamRole[] = ['captain', 'contestant']
const ADVISING: readonly TeamRole[] = ['instructor', 'mentor']
const SHOWN_AS: Readonly<Record<TeamRole, CertificateRole>> = {
  captain: 'contestant',
  contestant: 'contestant',
  instructor: 'instructor',
  mentor: 'mentor',
}

/** @throws CERTIFICATE_RULE with details.what; NOT_FOUND for a ranking that is not published */
export async function findRecipients(
  series: IssuedSeries & { id: string },
  rule: CertificateRule,
  context: HandlerContext,
): Promise<Recipients> {
  const found: Recipients = { recipients: [], excluded: [] }
  const answers = series.print === null ? NO_NAMES : namedAnswers(series.print)
  const work: Work = { rule, series, answers, common: await readCommon(series, context), found, subjects: new Map(), context }
  await SOURCES[rule.source](work)
  if (!rule.again) await leaveOutHolders(series.id, work)
  return found
}

/** What one registration would get, with its award of a published ranking; null when there is no such registration. @param series  of no row: for a look */
export async function recipientOf(series: IssuedSeries, registrationId: string, context: HandlerContext): Promise<Recipient | null> {
  const answers = series.print === null ? NO_NAMES : namedAnswers(series.print)
  const registration = (await readRegistrations(series.competitionId, { ids: [registrationId], answers }, context)).get(registrationId)
  if (!registration) return null
  const found: Recipients = { recipients: [], excluded: [] }
  const work: Work = {
    rule: { source: 'registrations' },
    series,
    answers,
    common: await readCommon(series, context),
    found,
    subjects: new Map(),
    context,
  }
  addRegistration(work, registration, await awardOf(registrationId, context), `registration:${registrationId}`)
  return found.recipients[0] ?? null
}

async function awardOf(registrationId: string, context: HandlerContext): Promise<Award> {
  const line = await context.db
    .selectFrom('ranking_award as a')
    .innerJoin('ranking_list as l', (join) => join.onRef('l.id', '=', 'a.listId').onRef('l.publishedVersion', '=', 'a.version'))
    .select(['a.prize', 'a.prizeName', 'a.rank', 'l.title'])
    .where('a.registrationId', '=', registrationId)
    .where('l.removedAt', 'is', null)
    .orderBy('a.id', 'desc')
    .executeTakeFirst()
  if (!line) return { prize: null, rank: null, ranking: null }
  return { prize: prizeOf(line, context), rank: line.rank, ranking: line.title }
}

const SOURCES: Readonly<Record<CertificateRule['source'], (work: Work) => Promise<void>>> = {
  registrations: fromRegistrations,
  ranking: fromRanking,
  experts: fromExperts,
  organisers: fromOrganisers,
  training: fromElsewhere,
  names: fromNames,
}

async function fromRegistrations(work: Work): Promise<void> {
  const { rule, series, found, context } = work
  const statuses = rule.statuses?.length ? rule.statuses : APPROVED
  for (const registration of (
    await readRegistrations(series.competitionId, { eventId: rule.eventId ?? null, answers: work.answers }, context)
  ).values()) {
    if (!statuses.includes(registration.status)) found.excluded.push({ name: registration.displayName, reason: 'status' })
    else addRegistration(work, registration, { prize: null, rank: null, ranking: null }, `registration:${registration.id}`)
  }
}

async function fromRanking(work: Work): Promise<void> {
  const { rule, series, context } = work
  if (!rule.listId) return context.fail('CERTIFICATE_RULE', { what: 'listId' })
  const list = await context.db
    .selectFrom('ranking_list')
    .selectAll()
    .where('id', '=', rule.listId)
    .where('competitionId', '=', series.competitionId)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  const version = list?.publishedVersion
  if (!list || version === null || version === undefined) return context.fail('NOT_FOUND', { entity: 'ranking.list', id: rule.listId })
  const lines = await context.db
    .selectFrom('ranking_award')
    .selectAll()
    .where('listId', '=', list.id)
    .where('version', '=', version)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const ids = lines.flatMap(({ registrationId }) => registrationId ?? [])
  const registrations = await readRegistrations(series.competitionId, { ids, answers: work.answers }, context)
  for (const line of lines) {
    if (rule.prizes?.length && !(line.prize !== null && rule.prizes.includes(line.prize))) {
      work.found.excluded.push({ name: line.name, reason: 'prize' })
      continue
    }
    const prize = prizeOf(line, context)
    const award: Award = { prize, rank: line.rank, ranking: list.title }
    const registration = line.registrationId === null ? undefined : registrations.get(line.registrationId)
    const subject = `award:${list.id}:${line.registrationId ?? line.name}`
    if (registration)
      addRegistration(work, { ...registration, displayName: line.name, work: line.work ?? registration.work }, award, subject)
    else addLine(work, line, { award, subject })
  }
}

/** A line of a ranking that was made by hand: people are names in it. */
function addLine(work: Work, line: HandLine, { award, subject }: { award: Award; subject: string }): void {
  const { rule, found } = work
  const team = lineTeam(line)
  const common = { school: line.school ?? '', award, team }
  if (!rule.perPerson) {
    addNamed(work, { ...common, name: line.name, role: 'contestant', subject })
    return
  }
  const roles = rule.roles?.length ? rule.roles : COMPETING
  const contestants = team.contestants.length > 0 ? team.contestants : [line.name]
  const people = [
    ...(roles.some((role) => COMPETING.includes(role)) ? contestants.map((name) => ({ name, role: 'contestant' as const })) : []),
    ...(roles.includes('instructor') ? team.instructors.map((name) => ({ name, role: 'instructor' as const })) : []),
  ]
  if (people.length === 0) found.excluded.push({ name: line.name, reason: 'role' })
  for (const { name, role } of people) addNamed(work, { ...common, name, role, subject: `${subject}:${role}:${name}` })
}

function prizeOf(
  { prize, prizeName }: { prize: RankingPrize | null; prizeName: string | null },
  context: HandlerContext,
): LocalText | null {
  if (prizeName) return { zh: prizeName, en: prizeName }
  return prize === null ? null : enumLabel('ranking.prize', prize, context.platform)
}

interface HandLine {
  name: string
  school: string | null
  members: string | null
  instructors: string | null
}

function lineTeam({ name, members, instructors }: HandLine): { name: string; contestants: string[]; instructors: string[] } {
  return { name, contestants: readNames(members ?? ''), instructors: readNames(instructors ?? '') }
}

async function fromExperts(work: Work): Promise<void> {
  const { series, found, context } = work
  const experts = await context.db
    .selectFrom('review_expert')
    .select(['id', 'userId', 'name', 'state'])
    .where('competitionId', '=', series.competitionId)
    .where('state', '!=', 'removed')
    .orderBy('id')
    .execute()
  for (const { id, userId, name, state } of experts) {
    if (state !== 'accepted') found.excluded.push({ name, reason: 'invitation' })
    else addNamed(work, { name, school: '', award: null, role: 'expert', subject: `expert:${id}`, userId })
  }
}

async function fromOrganisers(work: Work): Promise<void> {
  const { series, context } = work
  const ids = await staffWith(series, context, ORGANISING)
  if (ids.length === 0) return
  const people = await context.db
    .selectFrom('account_user')
    .select(['id', 'name', 'userName'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  for (const { id, name, userName } of people)
    addNamed(work, {
      ...{ name: name ?? '', calledElse: userName ?? '', school: '', award: null },
      ...{ role: 'organiser' as const, subject: `organiser:${id}`, userId: id },
    })
}

/** Sources of other areas, under their own names. */
async function fromElsewhere(work: Work): Promise<void> {
  const { rule, series, found, context } = work
  const source = context.extensions('certificate.source').get(rule.source)
  if (!source) return context.fail('CERTIFICATE_RULE', { what: 'source' })
  const { named, excluded } = await source(rule, series, context)
  for (const one of named) addNamed(work, one)
  found.excluded.push(...excluded)
}

async function fromNames(work: Work): Promise<void> {
  const { rule, context } = work
  const { rows } = readPasted(rule.names ?? '', 'rows', NAME_COLUMNS)
  if (rows.length === 0) return context.fail('CERTIFICATE_RULE', { what: 'names' })
  const seen = new Map<string, number>()
  for (const { cells, isUnread, written } of rows) {
    const [name = '', school = '', zh = '', en = ''] = cells
    const line = cells.join('\t')
    if (isUnread && name !== '') {
      work.found.excluded.push({ name: cells.join(' '), reason: 'unread' })
      continue
    }
    const time = (seen.get(line) ?? 0) + 1
    seen.set(line, time)
    const prize = zh === '' ? null : { zh, en: en || zh }
    const award: Award = { prize, rank: null, ranking: null }
    // two equal lines are two people with the same name
    addNamed(work, { name, calledElse: written, school, award, role: rule.role ?? 'contestant', subject: `name:${digest(line)}:${time}` })
  }
}

function addRegistration(work: Work, registration: Registration, award: Award, subject: string): void {
  const { rule, found } = work
  if (!rule.perPerson) {
    const person = { name: registration.displayName, role: 'contestant' as const, userId: registration.userId }
    add(work, { subject, registration, award, person })
    return
  }
  const roles = rule.roles?.length ? rule.roles : COMPETING
  const own: Member[] = registration.isTeam
    ? registration.members
    : [
        { userId: registration.userId, name: registration.displayName, role: 'contestant' },
        ...registration.members.filter(({ role }) => ADVISING.includes(role)),
      ]
  const chosen = own.filter(({ role }) => roles.includes(role))
  if (chosen.length === 0) found.excluded.push({ name: registration.displayName, reason: 'role' })
  chosen.forEach((member, at) => {
    add(work, {
      subject: `${subject}:${member.userId ?? `${member.name}:${at}`}`,
      registration,
      award,
      person: { ...member, role: SHOWN_AS[member.role] },
    })
  })
}

interface Adding {
  subject: string
  registration: Registration
  award: Award
  person: { name: string; role: CertificateRole; userId: string | null }
}

function add(work: Work, { subject, registration, award, person }: Adding): void {
  const { common, found, context, rule } = work
  if (person.name.trim() === '') {
    found.excluded.push({ name: registration.displayName, reason: 'name' })
    return
  }
  const values = {
    ...common,
    person: { name: person.name, role: enumLabel('certificate.role', person.role, context.platform), school: registration.school ?? '' },
    team: teamOf(registration, context),
    work: { title: registration.work ?? '' },
    award: { ...award },
    event: { name: registration.event },
    ...(registration.answers !== null && { answers: registration.answers }),
  }
  found.recipients.push({
    subject: newSubject(work, subject),
    userId: person.userId,
    registrationId: registration.id,
    isTeam: registration.isTeam && !rule.perPerson,
    name: person.name,
    award: award.prize,
    values,
  })
}

function teamOf({ displayName, school, isTeam, members }: Registration, context: HandlerContext): Record<string, unknown> {
  const of = (roles: readonly TeamRole[]) => members.filter(({ role }) => roles.includes(role)).map(({ name }) => name)
  const contestants = of(COMPETING)
  return {
    name: displayName,
    captain: of(['captain'])[0] ?? '',
    contestants: contestants.length > 0 || isTeam ? contestants : [displayName],
    instructors: of(['instructor']),
    members: members.map(({ name, role }, at) => ({
      number: String(at + 1),
      name,
      part: enumLabel('team.role', role, context.platform),
      school: school ?? '',
    })),
  }
}

interface Named {
  subject: string
  name: string
  /** Shown where the name is missing. */
  calledElse?: string
  school: string
  award: Award | null
  role: CertificateRole
  userId?: string | null
  team?: Record<string, unknown>
  event?: LocalText | null
}

function addNamed(work: Work, named: Named): void {
  const { common, found, context } = work
  const { subject, name, calledElse = '', school, award, role, userId = null, team = {}, event = null } = named
  if (name.trim() === '') {
    found.excluded.push({ name: calledElse, reason: 'name' })
    return
  }
  const values = {
    ...common,
    person: { name, role: enumLabel('certificate.role', role, context.platform), school },
    team: { name, ...team },
    work: { title: '' },
    award: {
      prize: award?.prize ?? enumLabel('certificate.role', role, context.platform),
      rank: award?.rank ?? null,
      ranking: award?.ranking ?? null,
    },
    event: { name: event },
  }
  found.recipients.push({ subject: newSubject(work, subject), userId, registrationId: null, name, award: award?.prize ?? null, values })
}

/** A subject that no one else in the batch has: a team with two awards, or two equal lines of a ranking, get two certificates. */
function newSubject({ subjects }: Work, wanted: string): string {
  const short = wanted.length <= SUBJECT_LENGTH - 4 ? wanted : `${wanted.slice(0, SUBJECT_LENGTH / 2)}:${digest(wanted)}`
  const time = (subjects.get(short) ?? 0) + 1
  subjects.set(short, time)
  return time === 1 ? short : `${short}#${time}`
}

/** Leaves out people who already have a draft or a valid certificate of the series for the same thing. */
async function leaveOutHolders(seriesId: string, { found, context }: Work): Promise<void> {
  const held = await context.db
    .selectFrom('certificate_certificate as c')
    .innerJoin('certificate_batch as b', 'b.id', 'c.batchId')
    .select('c.subject')
    .where('c.seriesId', '=', seriesId)
    .where('c.state', 'in', ['draft', 'published'])
    .where('b.state', '!=', 'discarded')
    .execute()
  const subjects = new Set(held.map(({ subject }) => subject))
  const already = found.recipients.filter(({ subject }) => subjects.has(subject))
  found.recipients = found.recipients.filter(({ subject }) => !subjects.has(subject))
  found.excluded.push(...already.map(({ name }) => ({ name, reason: 'already' as const })))
}

/** A short hash of a line, by which the same person is recognised when the list comes again. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 20)
}
