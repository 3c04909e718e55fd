/** Opens an account with an end for an expert of one competition. It has no password: one-time links open it. */
import { randomBytes } from 'node:crypto'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { giveGrant } from '../grants/giveGrant.ts'
import { objectName } from '../grants/identityOptions.ts'
import { codesBeyond } from '../grants/mayGrant.ts'
import { makeLink, type SignInLink } from '../signIn/signInLink.ts'
import { EXPERT } from './expertGrants.ts'

export interface NewTemporaryExpert {
  name: string
  competitionId: string
  /** End of the account. */
  expiresAt: string
  /** Phone or email that the first link is sent to. */
  address?: string | null | undefined
}

/** Without a role: `giveExpertRole` gives it, now or when the person accepts. @throws PERMISSION_DENIED, EXPERT_END */
export async function openTemporaryExpert(
  { competitionId, expiresAt, name, address = null }: NewTemporaryExpert,
  context: HandlerContext,
): Promise<{ id: string; userName: string; name: string; link: SignInLink }> {
  const { now, rows, fail } = context
  const place = { scope: 'competition', objectId: competitionId }
  if ((await codesBeyond(['manageTemporaryExpert'], place, context)).length > 0) return fail('PERMISSION_DENIED')
  const end = new Date(expiresAt)
  if (end <= now) return fail('EXPERT_END')
  const values = { name: name.trim(), userName: `expert-${randomBytes(4).toString('hex')}`, expiresAt: end.toISOString() }
  const id = await rows.create('account.user', values)
  const title = (await objectName(place.scope, place.objectId, context)) ?? ''
  const link = await makeLink(context, { userId: id, name: values.name, place: title, end, address })
  return { id, userName: values.userName, name: values.name, link }
}

/** The role of an expert on a competition; nothing when the person has it. */
export async function giveExpertRole(userId: string, competitionId: string, context: HandlerContext): Promise<void> {
  const grant = { userId, role: EXPERT, scope: 'competition', objectId: competitionId }
  const held = context.db
    .selectFrom('account_grant')
    .select('id')
    .where((is) => is.and(grant))
  if (!(await held.executeTakeFirst())) await giveGrant(context, grant)
}
