/** The organiser signs someone up: by the rules of a sign-up, but for its dates, its invitation and the agreement, which the person accepts when they confirm. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { signupStatus, teamMemberMode } from '../generated/enums.ts'
import type { Row } from '../generated/tables.ts'
import { assertUnseated } from '../registration/roster.ts'
import { assertNamedTeam } from './assertSignsUpSo.ts'
import type { EntryPlace } from './entryPlace.ts'
import { registrationNames } from './registrationNames.ts'
import type { PlaceCompetition } from './signupPlace.ts'
import { leaveLists } from './waiting/turn.ts'

export interface Entry {
  /** Phone or email as accounts keep it. */
  address: string
  /** Checked by the form. */
  answers: Record<string, unknown>
}
export interface Entered {
  id: string
  userId: string
  status: number
}
/** An entry, and whom it is about. */
interface Named extends Entry {
  names: { displayName: string; school: string | null }
  known: Account | undefined
}

/** The caller holds the locks of the addresses (`lockEntries`). @returns in the order of the entries @throws what a sign-up is refused with; IMPORT_ACCOUNT */
export async function enterRegistrations(place: EntryPlace, entries: readonly Entry[], context: HandlerContext): Promise<Entered[]> {
  const { competition, event, formHash } = place
  const named = await withAccounts(entries, place, context)
  const opened = named.filter(({ known }) => !known)
  const newIds = await context.rows.createAll('account.user', opened.map(invitedAccount))
  const people = new Map(opened.map((each, at) => [each, newIds[at]!]))
  const rows = named.map((each) => ({ ...each, userId: each.known?.id ?? people.get(each)! }))
  for (const { known, userId, answers } of rows) {
    if (known) await assertFree(competition.id, userId, context)
    if (competition.memberMode !== teamMemberMode.accounts) assertNamedTeam(place, answers, context)
    else if (known) await assertUnseated(event.id, userId, context)
  }
  const { organisationId } = competition
  const common = { competitionId: competition.id, eventId: event.id, organisationId, formHash, enteredBy: context.session.userId }
  const ids = await context.rows.createAll(
    'signup.registration',
    rows.map(({ userId, answers, names }) => ({
      ...{ ...common, userId, answers, ...names, status: signupStatus.formNotSubmitted, agreedAt: null },
    })),
  )
  const entered: Entered[] = []
  for (const [at, row] of rows.entries()) {
    await leaveLists(competition.id, row.userId, context)
    const { status } = await context.rows.transition('signup.review', 'enter', ids[at]!)
    await tell(ids[at]!, row, competition, context)
    entered.push({ id: ids[at]!, userId: row.userId, status })
  }
  return entered
}

async function withAccounts(entries: readonly Entry[], { competition }: EntryPlace, context: HandlerContext): Promise<Named[]> {
  const known = await accountsBy(
    entries.map(({ address }) => address),
    context,
  )
  const named: Named[] = []
  for (const entry of entries) {
    const account = known.get(entry.address)
    // whether there is an account, and of which name, is shown to no one before the person has confirmed
    if (account && !isOpen(account, context)) return context.fail('IMPORT_ACCOUNT')
    const session = { ...context.session, name: entry.address }
    named.push({ ...entry, known: account, names: await registrationNames(competition, entry.answers, { ...context, session }) })
  }
  return named
}

type Account = Pick<Row<'account_user'>, 'id' | 'state' | 'expiresAt'>

async function accountsBy(addresses: readonly string[], { db }: HandlerContext): Promise<Map<string, Account>> {
  if (addresses.length === 0) return new Map()
  const rows = await db
    .selectFrom('account_user')
    .select(['id', 'state', 'expiresAt', 'phone', 'email'])
    .where((where) => where.or([where('phone', 'in', [...addresses]), where('email', 'in', [...addresses])]))
    .execute()
  return new Map(rows.flatMap((row) => [row.phone, row.email].flatMap((address) => (address === null ? [] : [[address, row] as const]))))
}

/** Locks that `enterRegistrations` needs, in one order for everyone and before anything else is locked: no one waits for someone who waits for them. */
export async function lockEntries(competitionId: string, addresses: readonly string[], context: HandlerContext): Promise<void> {
  for (const address of [...new Set(addresses)].toSorted()) await context.lock('account', address)
  if (addresses.length === 0) return
  const people = await context.db
    .selectFrom('account_user')
    .select('id')
    .where((where) => where.or([where('phone', 'in', [...addresses]), where('email', 'in', [...addresses])]))
    .execute()
  for (const { id } of people.toSorted((one, other) => Number(one.id) - Number(other.id)))
    await context.lock('signup', `${competitionId}:${id}`)
}

/** By registration: what tells whether it was changed since. */
export async function marksOf(ids: readonly string[], { db }: Pick<HandlerContext, 'db'>): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('signup_registration')
    .select(['id', 'updatedAt'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, updatedAt }) => [id, updatedAt]))
}

function isOpen({ state, expiresAt }: Account, { now }: HandlerContext): boolean {
  return state === 'active' && (expiresAt === null || new Date(expiresAt) > now)
}

async function assertFree(competitionId: string, userId: string, { rows, fail }: HandlerContext): Promise<void> {
  const found = await rows.find('signup.registration', { competitionId, userId })
  if (found) fail('ALREADY_SIGNED_UP', { registrationId: found.id })
}

/** Without a password: who proves the address by a code has the account. */
function invitedAccount({ address, names }: Named) {
  const contact = address.includes('@') ? { email: address } : { phone: address }
  return { userName: address, name: [...names.displayName].slice(0, 100).join(''), ...contact }
}

async function tell(
  id: string,
  { address, userId, names, known }: Named & { userId: string },
  { title }: PlaceCompetition,
  context: HandlerContext,
) {
  const name = names.displayName
  const words = { competition: title.zh || title.en, competitionEn: title.en || title.zh }
  if (known) return context.messages.send('signup.entered', { userId }, { name, ...words, page: `/personalCenter/jingsai/${id}` })
  const login = { ...words, address: `${context.site}/login` }
  if (address.includes('@')) return context.messages.send('signup.enteredMail', { userId, address }, { name, ...login })
  return context.messages.send('signup.enteredSms', { userId, address }, login)
}
