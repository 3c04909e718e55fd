/** Members and instructors whom the captain named in the sign-up form. They have no accounts; what else the form asks about them is not read. */
import type { FormDocument } from '../../runtime/core/documents.ts'
import { requiredTextFailures } from '../competition/requiredText.ts'
import type { TeamRole } from '../generated/enums.ts'

export interface Member {
  userId: string | null
  name: string
  role: TeamRole
}
/** Repeat groups of the form. */
export interface NamingFields {
  membersField: string | null
  instructorsField: string | null
}

/** In the order of the form: the captain, where members are named, then members and instructors. */
export function namedMembers(
  form: FormDocument,
  answers: Readonly<Record<string, unknown>>,
  { fields, captain }: { fields: NamingFields; captain: Omit<Member, 'role'> },
): Member[] {
  const { membersField, instructorsField } = fields
  const contestants = namesIn(form, answers, membersField).map((name) => ({ userId: null, name, role: 'contestant' as const }))
  const instructors = namesIn(form, answers, instructorsField).map((name) => ({ userId: null, name, role: 'instructor' as const }))
  return [...(contestants.length > 0 ? [{ ...captain, role: 'captain' as const }] : []), ...contestants, ...instructors]
}

// each form names this field itself: it is the first required text field
function namesIn({ id, schema }: FormDocument, answers: Readonly<Record<string, unknown>>, group: string | null): string[] {
  const rows = group === null ? undefined : answers[group]
  const items = group === null ? undefined : schema?.properties?.[group]?.items
  const field = items?.required?.find((name: string) => requiredTextFailures(id, items, name).length === 0)
  if (!Array.isArray(rows) || field === undefined) return []
  return rows.map((row) => String((row as Record<string, unknown> | null)?.[field] ?? '').trim())
}
