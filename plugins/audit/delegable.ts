/** To whom an organisation may delegate approvals: its people who hold the permission somewhere (their own calls need it), and its subordinate organisations. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { superiorsOf } from '../organisation/superiorsOf.ts'
import { type Approver, organisationApprovers } from './approvers.ts'
import { APPROVAL_RIGHT } from './duties.ts'

/** People to whom the organisation may delegate, each once. */
export async function delegablePeople(organisationId: string, context: HandlerContext): Promise<Approver[]> {
  const { db, session } = context
  const rows = await db
    .selectFrom('organisation_member as m')
    .innerJoin('account_user as u', 'u.id', 'm.userId')
    .select(['u.id', 'u.name'])
    .where('m.organisationId', '=', organisationId)
    .where('u.state', '=', 'active')
    .execute()
  const people = new Map((await organisationApprovers(organisationId, context)).map((person) => [person.id, person]))
  for (const { id, name } of rows) {
    const { grants } = await context.people.sessions.rightsOf(id)
    if (grants.some(({ permission }) => permission === APPROVAL_RIGHT)) people.set(id, { id, name: name })
  }
  people.delete(session.userId ?? '')
  return [...people.values()]
}

/** Whether `lower` is a subordinate organisation of `upper`, at any depth. */
export async function isBelow(lower: string, upper: string, { db }: Pick<HandlerContext, 'db'>): Promise<boolean> {
  return lower !== upper && (await superiorsOf(lower, db)).includes(upper)
}
