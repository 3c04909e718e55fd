/** Who may set the rule of an organisation: approvers of its parent; for a top organisation, platform staff. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import { AUDIT_RIGHT } from './duties.ts'

/** @throws NOT_FOUND, AUDIT_RULE_ABOVE */
export async function assertSetsRule(organisationId: string, { db, session, fail }: HandlerContext): Promise<void> {
  const row = await db.selectFrom('organisation_organisation').select('superiorId').where('id', '=', organisationId).executeTakeFirst()
  if (!row) return fail('NOT_FOUND', { entity: 'organisation.organisation', id: organisationId })
  const reach = objectsWith(session, AUDIT_RIGHT, 'organisation')
  if (reach !== null && (row.superiorId === null || !reach.includes(row.superiorId))) fail('AUDIT_RULE_ABOVE')
}
