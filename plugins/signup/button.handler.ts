/** State of the primary button of a competition page for the person asking. Reads only. */
import { type CallOutput, defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { competitionFacts, draftKey, eventDraftKeys, eventFacts, publishedFormHash } from '../competition/competitionFacts.ts'
import { competitionMode, signupStatus, signupWaitingState, teamMemberMode } from '../generated/enums.ts'
import { ownTeams } from '../registration/ownTeams.ts'
import { countWorks } from '../work/registration.ts'
import { workRules } from '../work/workRules.ts'
import { nextStep } from './nextStep.ts'

interface Registration {
  id: string
  status: number
  payState: string | null
  eventId: string
  formHash: string
  reviewReason: string | null
  isTeam: boolean
  /** A team that someone else is the captain of. */
  isMember: boolean
}

declare module '../../runtime/core/contracts.ts' {
  interface ExtensionPoints {
    /** Whether a competition is being judged. @param scheduled  what the dates of its schedule say */
    'signup.reviewing': (competitionId: string, scheduled: boolean, context: HandlerContext) => Promise<boolean>
  }
}

export default defineHandler('signup.button', async ({ id, eventId }, context) => {
  const competition = await competitionFacts(id, context)
  const registration = await registrationOf(id, context)
  const event = eventId === undefined ? null : await eventFacts(id, eventId, context)
  const formHash = await publishedFormHash(competition, context, event)
  const events = await eventsOf(id, context)
  const draft = registration ? null : await draftOf(id, context)
  const waiting = registration ? null : await waitingOf(id, context)
  const step = nextStep({
    waiting,
    canWait: events.some(({ waitingList, paused }) => waitingList && !paused),
    competition,
    now: context.now.toISOString(),
    signedIn: context.session.userId !== null,
    hasForm: formHash !== null || (event === null && events.some(({ ownForm }) => ownForm)),
    hasDraft: draft !== null,
    eventOpen: events.some(({ open }) => open),
    registration,
    works: registration && !registration.isMember && competition.worksOpen ? await worksOf(id, registration.id, context) : null,
  })
  return {
    ...step,
    now: context.now.toISOString(),
    registrationId: registration?.id ?? null,
    waitingId: waiting?.id ?? null,
    waitingPosition: waiting?.position ?? null,
    offeredEventId: waiting?.until ? waiting.eventId : null,
    status: registration?.status ?? null,
    reason: registration?.reviewReason ?? null,
    eventId: registration?.eventId ?? null,
    teams: await teamsOf(id, context),
    teamId: registration?.isTeam ? registration.id : null,
    formHash: registration?.formHash ?? formHash,
    draftKey: draftKey(id, event),
    onlyEventId: events.length === 1 && events[0]!.open ? events[0]!.id : null,
    draftAt: draft?.savedAt ?? null,
    draftAddress: draft?.page ?? null,
    signup: { isOpen: competition.signupOpen, isEdit: competition.signupEdit },
    works: { isOpen: competition.worksOpen },
    review: { isOpen: await isReviewing(id, competition.reviewOpen, context) },
  }
})

/** The person's own registration, else that of a team they are a member of. */
async function registrationOf(competitionId: string, context: HandlerContext): Promise<Registration | null> {
  const { db, session } = context
  if (!session.userId) return null
  const query = db
    .selectFrom('signup_registration')
    .select(['id', 'status', 'payState', 'eventId', 'formHash', 'reviewReason', 'isTeam'])
    .where('competitionId', '=', competitionId)
  const own = await query.where('userId', '=', session.userId).executeTakeFirst()
  // who withdrew may sign up again
  if (own && (own.isTeam || own.status !== signupStatus.withdrawn)) return { ...own, isMember: false } as Registration
  const team = await query.where('id', 'in', ownTeams(session.userId, context)).orderBy('id').executeTakeFirst()
  return team ? ({ ...team, isMember: true } as Registration) : null
}

/** Whether members of teams join with their own accounts here. */
async function teamsOf(competitionId: string, { db }: HandlerContext): Promise<'none' | 'either' | 'only'> {
  const query = db.selectFrom('competition_competition').select(['mode', 'memberMode']).where('id', '=', competitionId)
  const { mode, memberMode } = await query.executeTakeFirstOrThrow()
  if (memberMode !== teamMemberMode.accounts || mode === competitionMode.individual) return 'none'
  return mode === competitionMode.team ? 'only' : 'either'
}

/** Where the person waits; an offer first. */
async function waitingOf(competitionId: string, context: HandlerContext) {
  if (!context.session.userId) return null
  const { list } = await context.call('signup.ownWaitings', { competitionId })
  const entry = list.find(({ status }) => status === signupWaitingState.offered) ?? list[0]
  if (!entry) return null
  return {
    id: entry.id,
    eventId: entry.eventId,
    position: entry.position === null ? null : Number(entry.position),
    until: entry.status === signupWaitingState.offered ? entry.offerUntil : null,
  }
}

async function worksOf(competitionId: string, registrationId: string, context: HandlerContext) {
  const { limit, formHash, worksEnd } = await workRules(competitionId, context)
  const used = await countWorks(registrationId, context)
  return { used, room: formHash !== null && used < limit, until: worksEnd }
}

/** The newest one, of any event. */
async function draftOf(competitionId: string, { db, session }: HandlerContext) {
  if (!session.userId) return null
  const query = db.selectFrom('platform_draft').select(['savedAt', 'page']).where('ownerId', '=', session.userId)
  const keys = query.where((where) =>
    where.or([where('key', '=', draftKey(competitionId)), where('key', 'like', eventDraftKeys(competitionId))]),
  )
  return (await keys.orderBy('savedAt', 'desc').executeTakeFirst()) ?? null
}

async function eventsOf(competitionId: string, context: HandlerContext): Promise<CallOutput<'competition.events'>['list']> {
  return (await context.call('competition.events', { competitionId })).list
}

async function isReviewing(competitionId: string, scheduled: boolean, context: HandlerContext): Promise<boolean> {
  const asked = [...context.extensions('signup.reviewing').values()].map((isOpen) => isOpen(competitionId, scheduled, context))
  return asked.length === 0 ? scheduled : (await Promise.all(asked)).includes(true)
}
