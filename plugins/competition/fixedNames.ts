/** What forms of sign-up and members keep, whatever the organiser adds: the names of the person who takes part (spec 5: captain, team name, member and
 *  instructor names are required). */
import type { FormDocument, FormField } from '../../runtime/core/documents.ts'
import type { DocumentFailure } from '../../runtime/core/platform.ts'
import type { Competition } from './competition.ts'
import { requiredTextFailures } from './requiredText.ts'

/** Names the person in forms that say nothing else; the starters have it. */
const PERSON = 'fullName'

export type NamingFields = Pick<Competition, 'nameField' | 'membersField' | 'instructorsField'>

/** Of a row of a competition that comes from outside. */
export function namingFields(row: Readonly<Record<string, unknown>>): NamingFields {
  const name = (field: keyof NamingFields) => (typeof row[field] === 'string' ? row[field] : null)
  return { nameField: name('nameField'), membersField: name('membersField'), instructorsField: name('instructorsField') }
}

/** The field that names a registration, and a name in each row of people. */
export function signupNameFailures(form: FormDocument, { nameField, membersField, instructorsField }: NamingFields): DocumentFailure[] {
  const rows = [membersField, instructorsField].filter((name) => name !== null)
  return [...requiredTextFailures(form.id, form.schema ?? {}, nameField ?? PERSON), ...rows.flatMap((name) => rowNameFailures(form, name))]
}

/** Failures of a member form without the required field for a name. */
export function memberNameFailures(form: FormDocument): DocumentFailure[] {
  return requiredTextFailures(form.id, form.schema ?? {}, PERSON)
}

// Rows may call the name what they like: one text that everyone fills is enough.
function rowNameFailures({ id, schema }: FormDocument, group: string): DocumentFailure[] {
  const items: FormField | undefined = schema?.properties?.[group]?.items
  const { required = [] } = items ?? {}
  if (required.some((name) => requiredTextFailures(id, items ?? {}, name).length === 0)) return []
  const path = schema?.properties?.[group] ? `/schema/properties/${group}` : ''
  return [
    {
      file: id,
      path,
      code: 'FIELD_FIXED_ROWS',
      expected: `rows of people in "${group}", each with a required text for the name`,
      found: group,
      suggestion: 'add a required text field for the name to the group',
    },
  ]
}
