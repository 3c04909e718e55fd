/** Gives a role until a day, or changes the day of one that is held. Held by an own grant from then on, whatever an organisation was awarded. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { giveGrant, type NewGrant } from './giveGrant.ts'

/** @returns the id of the grant, and whether it is not as it was */
export async function giveOrProlong(context: HandlerContext, { until = null, ...key }: NewGrant): Promise<{ id: string; isNew: boolean }> {
  const { rows, session, people } = context
  const known = await rows.find('account.grant', key)
  if (!known) return { id: await giveGrant(context, { ...key, until }), isNew: true }
  if (known.awardId === null && known.until === until) return { id: known.id, isNew: false }
  await rows.save('account.grant', known, { until, awardId: null, memberId: null, grantedBy: session.userId }, { of: key })
  people.sessions.changed(key.userId)
  return { id: known.id, isNew: true }
}
