/** The sign-up form of a competition as a stored document. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { FormDocument, LocalText } from '../../runtime/core/documents.ts'
import type { FormPlace } from '../studio/designedForm.ts'
import { type Competition, readCompetition } from './competition.ts'

/** The form that a new one begins as. */
export const STARTER = 'competition.starter'

/** Name of the form that belongs to one competition. */
export function formIdOf(competitionId: string): string {
  return `signup.c${competitionId}`
}

export function placeOf({ id, formId }: Pick<Competition, 'id' | 'formId'>): FormPlace {
  return { formId, name: formIdOf(id) }
}

/** Id of the form that a competition has. @throws NOT_FOUND while it has none */
export async function ownForm(competitionId: string, context: HandlerContext): Promise<string> {
  const { formId } = await readCompetition(context, competitionId)
  return formId ?? context.fail('NOT_FOUND', { entity: 'platform.document', id: competitionId })
}

/** Text fields of a form by name and title: what may name a registration. */
export function namingFields(form: FormDocument | undefined, lang: 'zh' | 'en'): { value: string; label: string }[] {
  const fields = Object.entries(form?.schema.properties ?? {}).filter(([, { type }]) => type === 'string' || type === 'array')
  return fields.map(([value, { title }]) => ({ value, label: (title as LocalText | undefined)?.[lang] ?? value }))
}
