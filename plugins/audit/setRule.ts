/** Who may set the rule of an organisation: approvers of its parent; for a top organisation, platform staff. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import { APPROVAL_RIGHT } from './duties.ts'

/** @throws NOT_FOUND, AUDIT_RULE_ABOVE */
export async function assertSetsRule(organisationId: string, { session, fail, rows }: HandlerContext): Promise<void> {
  const row = await rows.get('organisation.organisation', organisationId)
  const reach = objectsWith(session, APPROVAL_RIGHT, 'organisation')
  if (reach !== null && (row.superiorId === null || !reach.includes(row.superiorId))) fail('AUDIT_RULE_ABOVE')
}
