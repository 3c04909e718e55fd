/** What the sign-up handlers read of a competition: the public detail (unknown or unpublished ends the call with NOT_FOUND) and the facts of its
 *  sign-up form, which are not public. */
import type { CallOutput, HandlerContext } from '../../runtime/core/contracts.ts'
import { publishedHash } from '../studio/publishedHash.ts'

type Detail = CallOutput<'competition.detail'>
/** What a competition that is published has: it needs its sign-up window, and flags are always computed. */
type Always = 'signupStart' | 'signupEnd' | 'signupOpen' | 'signupEdit' | 'worksOpen' | 'reviewOpen'

export type CompetitionFacts = Omit<Detail, Always> & { [F in Always]: NonNullable<Detail[F]> } & {
  formId: string | null
  /** Field of the form that names the participant or team. */
  nameField: string | null
  /** Field of the form that holds the school or company. */
  schoolField: string | null
}

/** @throws NOT_FOUND when there is no such published competition */
export async function competitionFacts(id: string, context: HandlerContext): Promise<CompetitionFacts> {
  const detail = await context.call('competition.detail', { id })
  const form = await context.rows.get('competition.competition', id)
  return { ...detail, ...form } as CompetitionFacts
}

/** What sign-up reads of an event. */
export interface EventFacts {
  id: string
  paused: boolean
  /** Null: as the competition. */
  signupStart: string | null
  signupEnd: string | null
  formId: string | null
}

/** Null when the competition has no such event. */
export async function eventFacts(competitionId: string, eventId: string, { db }: Pick<HandlerContext, 'db'>): Promise<EventFacts | null> {
  const row = await db
    .selectFrom('competition_event')
    .select(['id', 'paused', 'signupStart', 'signupEnd', 'formId'])
    .where('id', '=', eventId)
    .where('competitionId', '=', competitionId)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return row ? ({ ...row, id: row.id } as EventFacts) : null
}

/** Hash of the published sign-up form, of the event when it has its own; null while the organiser prepares it, and for an event that names the form of another
 *  organisation. */
export async function publishedFormHash(
  competition: Pick<CompetitionFacts, 'formId' | 'organisationId'>,
  context: Pick<HandlerContext, 'documents' | 'db'>,
  event?: Pick<EventFacts, 'formId'> | null,
): Promise<string | null> {
  const formId = event?.formId ?? competition.formId
  const isOwn = !event?.formId || (await isFormOf(competition.organisationId, event.formId, context))
  return isOwn ? publishedHash(formId, context) : null
}

/** Whether it is the sign-up form of a competition of the organisation. */
async function isFormOf(organisationId: string, formId: string, { db }: Pick<HandlerContext, 'db'>): Promise<boolean> {
  const found = await db
    .selectFrom('competition_competition')
    .select('id')
    .where('organisationId', '=', organisationId)
    .where('formId', '=', formId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Key of the draft of a person's form: one of the competition's form, and one for each event with its own. */
export function draftKey(competitionId: string, event?: Pick<EventFacts, 'id' | 'formId'> | null): string {
  return event?.formId ? `${draftKey(competitionId)}:${event.id}` : `signup:${competitionId}`
}

/** Pattern (SQL `LIKE`) of the keys of drafts for events with their own form. */
export function eventDraftKeys(competitionId: string): string {
  return `${draftKey(competitionId)}:%`
}
