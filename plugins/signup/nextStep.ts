/** The rule behind the one primary button of a competition page: which step comes next and whether it can be taken now. Pure; the order of the
 *  questions is the rule: an existing registration comes before the windows, the windows before the places, the places before sign-in. */

import type { CompetitionFacts } from '../competition/competitionFacts.ts'
import { competitionSignupEdit, type SignupNext, signupStatus } from '../generated/enums.ts'

export interface Situation {
  competition: Pick<CompetitionFacts, 'signupStart' | 'signupEnd' | 'paused' | 'capacity' | 'taken' | 'signupEdit'>
  now: string
  signedIn: boolean
  hasForm: boolean
  hasDraft: boolean
  /** Whether any event still takes sign-ups. */
  eventOpen: boolean
  /** `payState`: the one rule of what counts as paid. */
  registration: { status: number; payState?: string | null; isTeam?: boolean; isMember?: boolean } | null
  /** Works of the registration, while they are taken: how many there are, whether there is room for another and a form to fill. Null outside. */
  /** The person's first entry in a waiting list: `until` when a place is held for them. */
  waiting: { until: string | null } | null
  /** Whether a full event lets people wait. */
  canWait: boolean
  works: { used: number; room: boolean; until: string | null } | null
}
export interface NextStep {
  next: SignupNext
  enabled: boolean
  /** The moment `next` speaks of, null for none. */
  at: string | null
}

/** Answers the step; see the head of this file for the order of the questions. */
export function nextStep(situation: Situation): NextStep {
  const { competition, now, registration } = situation
  if (registration?.payState === 'due' && !registration.isMember) return { next: 'pay', enabled: true, at: null }
  if (registration?.status === signupStatus.registered && situation.works) {
    const { used, room, until } = situation.works
    if (used > 0) return { next: 'changeWork', enabled: true, at: until }
    if (room) return { next: 'submitWork', enabled: true, at: until }
  }
  if (registration) return { next: registeredStep(registration, competition.signupEdit), enabled: true, at: null }
  if (situation.waiting?.until) return { next: 'offered', enabled: true, at: situation.waiting.until }
  if (now < competition.signupStart) return { next: 'notStarted', enabled: false, at: competition.signupStart }
  if (now > competition.signupEnd) return { next: 'closed', enabled: false, at: competition.signupEnd }
  if (competition.paused) return { next: 'paused', enabled: false, at: null }
  if (!situation.hasForm) return { next: 'noForm', enabled: false, at: null }
  if (!situation.eventOpen || isFull(competition)) return fullStep(situation)
  if (!situation.signedIn) return { next: 'signIn', enabled: true, at: competition.signupEnd }
  return { next: situation.hasDraft ? 'continue' : 'signUp', enabled: true, at: competition.signupEnd }
}

function fullStep({ waiting, canWait }: Situation): NextStep {
  if (waiting) return { next: 'waiting', enabled: true, at: null }
  return canWait ? { next: 'joinWaiting', enabled: true, at: null } : { next: 'full', enabled: false, at: null }
}

function registeredStep({ status, isTeam, isMember }: NonNullable<Situation['registration']>, signupEdit: number): SignupNext {
  if (isMember) return 'myTeam'
  if (status === signupStatus.withdrawn) return 'myTeam'
  if (isTeam && (status === signupStatus.memberDetailsIncomplete || status === signupStatus.teamSentBack)) return 'completeTeam'
  if (isTeam && status === signupStatus.formNotSubmitted) return 'submitTeam'
  if (status === signupStatus.sentBack) return signupEdit === competitionSignupEdit.supplementsAllowed ? 'fix' : 'sentBack'
  if (status === signupStatus.registered) return 'approved'
  if (status === signupStatus.notApproved) return 'notApproved'
  return status === signupStatus.suspended ? 'suspended' : 'underReview'
}
function isFull({ capacity, taken }: Situation['competition']): boolean {
  return capacity !== null && taken >= capacity
}
