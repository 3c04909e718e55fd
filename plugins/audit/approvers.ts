/** Who decides for an organisation now: people with the permission granted there, and delegates. Platform staff may decide too, but are not notified of
 *  every submission. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { STORED_ROLE } from '../account/grants/grantRows.ts'
import { APPROVAL_RIGHT } from './duties.ts'

export interface Approver {
  id: string
  name: string
}
type Tools = Pick<HandlerContext, 'db' | 'platform' | 'now'>

/** People whose own duty it is. */
export async function organisationApprovers(organisationId: string, { db, platform, now }: Tools): Promise<Approver[]> {
  const documents = [...platform.documents.role.values()]
    .filter(({ permissions }) => permissions.includes(APPROVAL_RIGHT))
    .map(({ id }) => id)
  const stored = await db
    .selectFrom('account_role')
    .select('id')
    .where(sql<boolean>`"permissions" @> ${JSON.stringify([APPROVAL_RIGHT])}::jsonb`)
    .execute()
  const roles = [...documents, ...stored.map(({ id }) => `${STORED_ROLE}${id}`)]
  const rows = await db
    .selectFrom('account_grant as g')
    .innerJoin('account_user as u', 'u.id', 'g.userId')
    .select(['u.id', 'u.name'])
    .distinct()
    .where('g.scope', '=', 'organisation')
    .where('g.objectId', '=', organisationId)
    .where('g.role', 'in', roles)
    .where((is) => is.or([is('g.until', 'is', null), is('g.until', '>', now.toISOString())]))
    .where('u.state', '=', 'active')
    .orderBy('u.id')
    .execute()
  return rows.map(({ id, name }) => ({ id, name: name }))
}

/** The approvers of the organisation and the delegates for one submission. */
export async function decidersOf(organisationId: string, submissionId: string, context: Tools): Promise<Approver[]> {
  const { db, now } = context
  const people = await organisationApprovers(organisationId, context)
  const rows = await db
    .selectFrom('audit_delegation as d')
    .leftJoin('account_user as u', 'u.id', 'd.userId')
    .select(['d.userId', 'u.name', 'd.toOrganisationId'])
    .where('d.organisationId', '=', organisationId)
    .where('d.endedAt', 'is', null)
    .where('d.startsAt', '<=', now.toISOString())
    .where('d.until', '>', now.toISOString())
    .where((is) => is.or([is('d.submissionId', 'is', null), is('d.submissionId', '=', submissionId)]))
    .execute()
  for (const { userId, name, toOrganisationId } of rows) {
    if (userId !== null) people.push({ id: userId, name: String(name) })
    if (toOrganisationId !== null) people.push(...(await organisationApprovers(toOrganisationId, context)))
  }
  return [...new Map(people.map((person) => [person.id, person])).values()]
}
