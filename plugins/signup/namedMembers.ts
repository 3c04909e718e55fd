/** Members and instructors whom the captain named in the sign-up form. They have no accounts; what else the form asks about them is not read. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { FormDocument } from '../../runtime/core/documents.ts'
import { requiredTextFailures } from '../competition/requiredText.ts'
import type { TeamRole } from '../generated/enums.ts'

/** Finds versions of forms. */
export interface FormVersions {
  documents: { store: Pick<HandlerContext['documents']['store'], 'byHash'> }
}
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

/** Null where members have accounts, or the form names none. */
export async function readNamingFields(competitionId: string, { db }: Pick<HandlerContext, 'db'>): Promise<NamingFields | null> {
  const row = await db
    .selectFrom('competition_competition')
    .select(['memberMode', 'membersField', 'instructorsField'])
    .where('id', '=', competitionId)
    .executeTakeFirst()
  if (!row || row.memberMode === 'accounts' || (row.membersField === null && row.instructorsField === null)) return null
  return row
}

/** By registration, of those that name members in their form; teams, and registrations without rows, are absent. */
export async function readNamedMembers(
  competitionId: string,
  ids: readonly string[],
  context: Pick<HandlerContext, 'db'> & FormVersions,
): Promise<Map<string, Member[]>> {
  const fields = ids.length === 0 ? null : await readNamingFields(competitionId, context)
  if (fields === null) return new Map()
  const rows = await context.db
    .selectFrom('signup_registration as r')
    .leftJoin('account_user as u', 'u.id', 'r.userId')
    .select(['r.id', 'r.userId', 'r.displayName', 'r.formHash', 'r.answers', 'u.name'])
    .where('r.id', 'in', [...ids])
    .where('r.isTeam', '=', false)
    .execute()
  const forms = await readForms(new Set(rows.map(({ formHash }) => formHash)), context)
  const found = rows.flatMap(({ id, userId, displayName, formHash, answers, name }) => {
    const form = forms.get(formHash)
    const captain = { userId, name: name ?? displayName }
    const members = form && answers ? namedMembers(form, answers as Record<string, unknown>, { fields, captain }) : []
    return members.length > 0 ? [[id, members] as const] : []
  })
  return new Map(found)
}

/** Versions of forms by their hash. */
export async function readForms(hashes: ReadonlySet<string>, { documents }: FormVersions): Promise<Map<string, FormDocument>> {
  const forms = new Map<string, FormDocument>()
  for (const hash of hashes) {
    const found = await documents.store.byHash(hash)
    if (found) forms.set(hash, found.content as FormDocument)
  }
  return forms
}

// each form names this field itself: it is the first required text field
function namesIn({ id, schema }: FormDocument, answers: Readonly<Record<string, unknown>>, group: string | null): string[] {
  const rows = group === null ? undefined : answers[group]
  const items = group === null ? undefined : schema?.properties?.[group]?.items
  const field = items?.required?.find((name: string) => requiredTextFailures(id, items, name).length === 0)
  if (!Array.isArray(rows) || field === undefined) return []
  return rows.map((row) => String((row as Record<string, unknown> | null)?.[field] ?? '').trim())
}
