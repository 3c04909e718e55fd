/** What the sign-up handlers read of a competition: the public detail (unknown or unpublished ends the call with NOT_FOUND) and the facts of its
 *  sign-up form, which are not public. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

export interface CompetitionFacts {
  id: string
  organisationId: string
  signupStart: string
  signupEnd: string
  paused: boolean
  capacity: number | null
  taken: number
  signupOpen: number
  signupEdit: number
  worksOpen: boolean
  formId: string | null
  /** Field of the form that names the participant or team. */
  nameField: string | null
  /** Field of the form that holds the school or company. */
  schoolField: string | null
}

/** @throws NOT_FOUND when there is no such published competition */
export async function competitionFacts(id: string, context: HandlerContext): Promise<CompetitionFacts> {
  const detail = await context.call<Omit<CompetitionFacts, 'formId' | 'nameField' | 'schoolField'>>('competition.detail', { id })
  const form = await context.db
    .selectFrom('competition_competition')
    .select(['formId', 'nameField', 'schoolField'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...detail, formId: form.formId, nameField: form.nameField, schoolField: form.schoolField }
}

/** Hash of the published sign-up form, null while the organiser prepares it. */
export async function publishedFormHash(competition: CompetitionFacts, context: HandlerContext): Promise<string | null> {
  if (!competition.formId) return null
  return (await context.documents.published('form', competition.formId))?.hash ?? null
}

/** Key of the draft of a person's form; the screen and the handlers name it alike. */
export function draftKey(competitionId: string): string {
  return `signup:${competitionId}`
}
