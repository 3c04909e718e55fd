/** The sign-up form of a competition as a stored document: one draft, published versions. */
import type { HandlerContext, StoredDocument } from '../../runtime/core/contracts.ts'
import type { FormDocument, LocalText } from '../../runtime/core/documents.ts'
import { type Competition, readCompetition } from './competition.ts'

/** The form that a new one begins as. */
const STARTER = 'competition.starter'

/** Name of the form that belongs to one competition. */
export function formIdOf(competitionId: string): string {
  return `signup.c${competitionId}`
}

export interface SignupForm {
  draft: StoredDocument<FormDocument> | null
  published: StoredDocument<FormDocument> | null
}

export async function readSignupForm({ formId }: Pick<Competition, 'formId'>, { documents }: HandlerContext): Promise<SignupForm> {
  const revisions = formId === null ? [] : ((await documents.revisions('form', formId)) as StoredDocument<FormDocument>[])
  const find = (state: StoredDocument['state']) => revisions.find((revision) => revision.state === state) ?? null
  return { draft: find('draft'), published: find('published') }
}

/** Id of the form that a competition has. @throws NOT_FOUND while it has none */
export async function ownForm(competitionId: string, context: HandlerContext): Promise<string> {
  const { formId } = await readCompetition(context, competitionId)
  return formId ?? context.fail('NOT_FOUND', { entity: 'platform.document', id: competitionId })
}

/** What is being written: the draft, else what is published, else the starter under the form's own name. */
export function writtenForm(
  { draft, published }: SignupForm,
  row: Pick<Competition, 'id' | 'formId'>,
  { platform }: HandlerContext,
): FormDocument {
  const { description: _, ...starter } = platform.get('form', STARTER)
  return draft?.content ?? published?.content ?? { ...starter, id: row.formId ?? formIdOf(row.id) }
}

/** Names what is being written; null while nothing is stored. */
export function writtenRevision({ draft, published }: SignupForm): string | null {
  return (draft ?? published)?.hash ?? null
}

/** Text fields of a form by name and title: what may name a registration. */
export function namingFields(form: FormDocument | undefined, lang: 'zh' | 'en'): { value: string; label: string }[] {
  const fields = Object.entries(form?.schema.properties ?? {}).filter(([, { type }]) => type === 'string' || type === 'array')
  return fields.map(([value, { title }]) => ({ value, label: (title as LocalText | undefined)?.[lang] ?? value }))
}
