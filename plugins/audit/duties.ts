/** For which organisations the asking person decides: those whose approver they are themselves (a right that reaches down from above lets them look,
 *  not decide), those that delegated to them, and, for platform staff, all. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import { readRole } from '../account/grants/grantRows.ts'

export const APPROVAL_RIGHT = 'editAuditMessage'

export interface Duty {
  organisationId: string
  /** Null: every submission of that organisation. */
  submissionId: string | null
  /** A delegated organisation does not approve its own competitions. */
  exceptOrganisationId: string | null
  /** Name of the organisation that delegated; null when it is the person's own duty. */
  onBehalf: LocalText | null
}
/** `null`: for every organisation. */
export type Duties = readonly Duty[] | null

/** Own duties and delegated ones; null for platform staff, who may decide everywhere. */
export async function dutiesOf(context: HandlerContext): Promise<Duties> {
  const own = await ownOrganisations(context)
  if (own === null) return null
  const duties: Duty[] = own.map((organisationId) => ({
    organisationId,
    submissionId: null,
    exceptOrganisationId: null,
    onBehalf: null,
  }))
  return [...duties, ...(await delegatedTo(own, context))]
}

/** Ids of the organisations whose approver the person is by a grant made there; null for the whole platform. */
export async function ownOrganisations(context: HandlerContext): Promise<string[] | null> {
  const { db, session } = context
  const reach = objectsWith(session, APPROVAL_RIGHT, 'organisation')
  if (reach === null) return null
  const rows = await db
    .selectFrom('account_grant')
    .select(['role', 'objectId'])
    .where('userId', '=', session.userId)
    .where('scope', '=', 'organisation')
    .where('objectId', 'in', [...reach, ''])
    .where((is) => is.or([is('until', 'is', null), is('until', '>', context.now.toISOString())]))
    .orderBy('id')
    .execute()
  const found = new Set<string>()
  for (const { role, objectId } of rows)
    if ((await readRole(role, context))?.permissions.includes(APPROVAL_RIGHT)) found.add(String(objectId))
  return [...found]
}

async function delegatedTo(own: readonly string[], { db, session, now }: HandlerContext): Promise<Duty[]> {
  const rows = await db
    .selectFrom('audit_delegation as d')
    .innerJoin('organisation_organisation as o', 'o.id', 'd.organisationId')
    .select(['d.organisationId', 'd.submissionId', 'd.toOrganisationId', 'o.name'])
    .where('d.endedAt', 'is', null)
    .where('d.startsAt', '<=', now.toISOString())
    .where('d.until', '>', now.toISOString())
    .where((is) => is.or([is('d.userId', '=', session.userId), is('d.toOrganisationId', 'in', [...own, '0'])]))
    .execute()
  return rows.map((row) => ({
    organisationId: row.organisationId,
    submissionId: row.submissionId === null ? null : row.submissionId,
    exceptOrganisationId: row.toOrganisationId === null ? null : row.toOrganisationId,
    onBehalf: row.name as LocalText,
  }))
}

export interface ApprovalPlace {
  submissionId: string
  /** Of the level. */
  organisationId: string
  /** Whose competition it is. */
  competitionOrganisationId: string
}

/** The duty by which the person decides there: their own before a delegated one; null for none. */
export function dutyFor(duties: Duties, place: ApprovalPlace): Duty | null {
  if (duties === null) return { organisationId: place.organisationId, submissionId: null, exceptOrganisationId: null, onBehalf: null }
  return (
    duties.find(
      ({ organisationId, submissionId, exceptOrganisationId }) =>
        organisationId === place.organisationId &&
        (submissionId === null || submissionId === place.submissionId) &&
        exceptOrganisationId !== place.competitionOrganisationId,
    ) ?? null
  )
}
