/** The forms of a competition, one for each purpose, by the column that names it. How each begins, who designs it and where its answers lie is at the
 *  column in `competition.competition`. A new purpose is a column, a line here and its code in the calls. */
import type { FormDocument, FormField, LocalText } from '../../runtime/core/documents.ts'

export type FormPurpose = 'signup' | 'member' | 'work'
export const FORM_COLUMNS = { signup: 'formId', member: 'memberFormId', work: 'workFormId' } as const

export interface FormQuestion {
  competitionId: string
  /** Default: the sign-up form. */
  purpose?: FormPurpose
}

/** `names`: what may name a registration; `rows`: repeat groups, which may name people. */
export type FieldKind = 'names' | 'rows' | 'decisions'

/** Fields of a form by name and title. */
export function fieldsOf(form: FormDocument | undefined, kind: FieldKind, lang: 'zh' | 'en'): { value: string; label: string }[] {
  const isOf: Record<FieldKind, (field: FormField) => boolean> = {
    names: ({ type }) => type === 'string' || type === 'array',
    // files are objects too, and no people
    // what a person could answer themselves would approve nothing
    decisions: (field) => field.type === 'boolean' && 'x-computed' in field,
    rows: ({ type, items }) => type === 'array' && items?.type === 'object' && items.properties !== undefined,
  }
  const fields = Object.entries(form?.schema.properties ?? {}).filter(([, field]) => isOf[kind](field))
  return fields.map(([value, { title }]) => ({ value, label: (title as LocalText | undefined)?.[lang] ?? value }))
}
