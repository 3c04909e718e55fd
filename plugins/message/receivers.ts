/** Who receives a message, within the reach of who sends it: participants of a competition, holders of roles, chosen accounts.
 *  What is out of reach answers as if it did not exist. */
import { sql } from 'kysely'
import type { HandlerContext, Session } from '../../runtime/core/contracts.ts'
import type { RoleDocument } from '../../runtime/core/documents.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { readAccounts } from '../../runtime/core/typed/readPeople.ts'
import { searchForm } from '../../runtime/core/values/normaliseText.ts'
import type { PayStanding, SignupStatus } from '../generated/enums.ts'
import { accountUserState, teamMemberState } from '../generated/enums.ts'
import { ownSelection, selectedPeople } from './bulk/selection.ts'

export interface Audience {
  audience: 'competition' | 'roles' | 'accounts' | 'experts' | 'selection'
  competitionId?: string
  eventId?: string
  /** Registration statuses; none: all. */
  statuses?: number[]
  /** Payment states; none: all. */
  payStates?: PayStanding[]
  /** Words in the name of the school. */
  school?: string
  /** Only those who have submitted no work. */
  withoutWork?: boolean
  organisationId?: string
  roles?: string[]
  accounts?: string[]
  /** User names, phone numbers or mail addresses, one a line. */
  names?: string
  /** Ids of groups of experts. */
  expertGroups?: string[]
  /** What someone chose in a table. */
  selectionId?: string
}
export interface Receivers {
  /** Active accounts, each once, by id. */
  people: { id: string; name: string }[]
  /** Lines of `names` that mean no one within reach. */
  unknown: string[]
}

const CHUNK = 5_000
const SEND = { any: ['manageMessage', 'manageShortMessage', 'sendMail', 'sendShortMessage'] }
/** Held by everyone signed in. */
const EVERYBODY = 'account.member'

/** Whether the session may send to the whole platform. */
export function reachesPlatform(session: Session): boolean {
  return objectsWith(session, SEND, 'organisation') === null
}

/** Roles that people are given, and the one that everyone has. */
export function heldRoles({ documents, app }: Platform): RoleDocument[] {
  return [...documents.role.values()].filter(({ id }) => id === EVERYBODY || !app.roles.signedIn.includes(id))
}

/** @throws NOT_FOUND for what is out of reach, AUDIENCE_NEEDED when no one is named */
export async function findReceivers(audience: Audience, context: HandlerContext): Promise<Receivers> {
  if (audience.audience === 'competition') return participants(audience, context)
  if (audience.audience === 'roles') return holders(audience, context)
  if (audience.audience === 'experts') return experts(audience, context)
  if (audience.audience === 'selection') return selected(audience, context)
  return chosen(audience, context)
}

async function selected({ selectionId }: Audience, context: HandlerContext): Promise<Receivers> {
  const ids = await selectedPeople(await ownSelection(selectionId, context), context)
  const people: Receivers['people'] = []
  for (let at = 0; at < ids.length; at += CHUNK) {
    const some = active(context).where('u.id', 'in', ids.slice(at, at + CHUNK))
    people.push(...(await some.select(['u.id', 'u.name']).orderBy('u.id').execute()).map(person))
  }
  return { people, unknown: [] }
}

async function participants({ competitionId, eventId, statuses, ...narrowed }: Audience, context: HandlerContext): Promise<Receivers> {
  if (!competitionId) return context.fail('AUDIENCE_NEEDED', { field: 'competitionId' })
  await assertCompetition(competitionId, context)
  let registered = context.db.selectFrom('signup_registration as r').where('r.competitionId', '=', competitionId)
  if (eventId) registered = registered.where('r.eventId', '=', eventId)
  if (statuses?.length) registered = registered.where('r.status', 'in', statuses as SignupStatus[])
  if (narrowed.payStates?.length) registered = registered.where('r.payState', 'in', narrowed.payStates)
  if (narrowed.school?.trim()) registered = registered.where(sql<boolean>`platform_finds(r.school, ${searchForm(narrowed.school)})`)
  if (narrowed.withoutWork)
    registered = registered.where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('work_work as w')
            .select('w.id')
            .whereRef('w.registrationId', '=', 'r.id')
            .where('w.removedAt', 'is', null)
            .where('w.state', '=', 'submitted'),
        ),
      ),
    )
  const members = registered
    .innerJoin('team_member as m', 'm.registrationId', 'r.id')
    .where('m.state', '=', teamMemberState.active)
    .select(({ ref }) => ref('m.userId').$notNull().as('userId'))
  const people = await active(context)
    .where('u.id', 'in', registered.select('r.userId').union(members))
    .select(['u.id', 'u.name'])
    .orderBy('u.id')
    .execute()
  return { people: people.map(person), unknown: [] }
}

async function holders({ organisationId, roles = [] }: Audience, context: HandlerContext): Promise<Receivers> {
  if (roles.length === 0) return context.fail('AUDIENCE_NEEDED', { field: 'roles' })
  if (organisationId) await assertOrganisation(organisationId, context)
  else if (!reachesPlatform(context.session)) return context.fail('AUDIENCE_NEEDED', { field: 'organisationId' })
  const query = roles.includes(EVERYBODY)
    ? await reachablePeople(context, organisationId)
    : active(context).where('u.id', 'in', grantsOf(roles, organisationId, context))
  const rows = await query.select(['u.id', 'u.name']).orderBy('u.id').execute()
  return { people: rows.map(person), unknown: [] }
}

/** Members of groups of experts, whose accounts have not ended. */
async function experts({ expertGroups = [] }: Audience, context: HandlerContext): Promise<Receivers> {
  if (expertGroups.length === 0) return context.fail('AUDIENCE_NEEDED', { field: 'expertGroups' })
  const ids = [...new Set(expertGroups)]
  const { list } = await context.call('account.expertGroups', { ids, pageSize: 100 })
  const unknown = ids.find((id) => !list.some((group) => group.id === id))
  if (unknown) return context.fail('NOT_FOUND', { entity: 'account.expertGroup', id: unknown })
  const members = context.db.selectFrom('account_expertGroupMember as m').select('m.userId').where('m.expertGroupId', 'in', ids)
  const rows = await active(context)
    .where('u.id', 'in', members)
    .where(({ eb, or }) => or([eb('u.expiresAt', 'is', null), eb('u.expiresAt', '>', context.now.toISOString())]))
    .select(['u.id', 'u.name'])
    .orderBy('u.id')
    .execute()
  return { people: rows.map(person), unknown: [] }
}

/** Holders of roles: anywhere, or on an organisation and its competitions. */
function grantsOf(roles: string[], organisationId: string | undefined, { db }: HandlerContext) {
  const grants = db.selectFrom('account_grant as g').select('g.userId').where('g.role', 'in', roles)
  if (!organisationId) return grants
  const competitions = db
    .selectFrom('competition_competition as c')
    .select(({ cast }) => cast<string>('c.id', 'text').as('id'))
    .where('c.organisationId', '=', organisationId)
  return grants.where(({ eb, or, and }) =>
    or([
      and([eb('g.scope', '=', 'organisation'), eb('g.objectId', '=', organisationId)]),
      and([eb('g.scope', '=', 'competition'), eb('g.objectId', 'in', competitions)]),
    ]),
  )
}

async function chosen({ organisationId, ...wanted }: Audience, context: HandlerContext): Promise<Receivers> {
  assertNamed(wanted, context)
  if (organisationId) await assertOrganisation(organisationId, context)
  else if (!reachesPlatform(context.session)) return context.fail('AUDIENCE_NEEDED', { field: 'organisationId' })
  return peopleNamed(await reachablePeople(context, organisationId), wanted, context)
}

type Named = Pick<Audience, 'accounts' | 'names'>

function accountsOf(names = ''): string[] {
  return readAccounts(names).map(({ account }) => account)
}

function assertNamed({ accounts = [], names }: Named, { fail }: HandlerContext): void {
  if (accounts.length === 0 && accountsOf(names).length === 0) fail('AUDIENCE_NEEDED', { field: 'accounts' })
}

/** Those of the reachable people whose id, or username, phone or email, is given. @throws AUDIENCE_NEEDED when none is */
export async function peopleNamed(
  reachable: Awaited<ReturnType<typeof reachablePeople>>,
  wanted: Named,
  context: HandlerContext,
): Promise<Receivers> {
  assertNamed(wanted, context)
  const { accounts = [], names } = wanted
  const lines = accountsOf(names)
  const rows = await reachable
    .where(({ eb, or }) =>
      or([
        ...(accounts.length > 0 ? [eb('u.id', 'in', accounts)] : []),
        ...(lines.length > 0 ? (['u.userName', 'u.phone', 'u.email'] as const).map((field) => eb(field, 'in', lines)) : []),
      ]),
    )
    .select(['u.id', 'u.name', 'u.userName', 'u.phone', 'u.email'])
    .orderBy('u.id')
    .execute()
  const known = new Set(rows.flatMap(({ userName, phone, email }) => [userName, phone, email]))
  return { people: rows.map(person), unknown: lines.filter((line) => !known.has(line)) }
}

/** Active accounts that the asker may write to: all accounts for people who manage messages everywhere, else members and participants of their
 *  organisations (or of one). */
export async function reachablePeople(context: HandlerContext, organisationId?: string) {
  const { session } = context
  const organisations = organisationId ? [organisationId] : objectsWith(session, SEND, 'organisation')
  const everyone = active(context)
  if (organisations === null) return everyone
  const competitions = organisationId ? [] : (objectsWith(session, SEND, 'competition') ?? [])
  const { db } = context
  const members = db.selectFrom('organisation_member as m').select('m.userId').where('m.organisationId', 'in', listed(organisations))
  const registered = db
    .selectFrom('signup_registration as r')
    .select('r.userId')
    .where(({ eb, or }) => or([eb('r.organisationId', 'in', listed(organisations)), eb('r.competitionId', 'in', listed(competitions))]))
  return everyone.where(({ eb, or }) => or([eb('u.id', 'in', members), eb('u.id', 'in', registered)]))
}

/** Ids for a condition that must not be empty. */
function listed(ids: readonly string[]): string[] {
  return ids.length > 0 ? [...ids] : ['0']
}

function active({ db }: HandlerContext) {
  return db.selectFrom('account_user as u').where('u.state', '=', accountUserState.active)
}

/** The organisation that a competition belongs to. @throws NOT_FOUND when it is out of reach */
export async function assertCompetition(
  id: string,
  context: HandlerContext,
): Promise<{ organisationId: string; title: { zh: string; en: string } }> {
  const { list } = await context.call('message.competitions', {
    id,
  })
  return list[0] ?? context.fail('NOT_FOUND', { entity: 'competition.competition', id })
}

async function assertOrganisation(id: string, context: HandlerContext): Promise<void> {
  if (!context.session.grants.some(({ permission }) => SEND.any.includes(permission)))
    return context.fail('NOT_FOUND', { entity: 'organisation.organisation', id })
  const { total } = await context.call('message.organisations', { id })
  if (total === 0) context.fail('NOT_FOUND', { entity: 'organisation.organisation', id })
}

function person({ id, name }: { id: unknown; name: unknown }): { id: string; name: string } {
  return { id: String(id), name: String(name) }
}
