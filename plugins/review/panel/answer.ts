/** Writes what an invited expert answers. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { giveExpertRole } from '../../account/experts/openTemporaryExpert.ts'
import { refreshConflicts } from '../conflicts.ts'
import { lockRounds } from '../round.ts'
import type { Expert } from './panel.ts'

export interface Answer {
  accept: boolean
  reason?: string | null
}

/**
 * Holds the lock of the competition's rounds: who assigns at this moment waits, and then sees the expert's conflicts.
 * @param open  states that may still be answered
 * @throws      REVIEW_ANSWERED, LINK_INVALID
 */
export async function answerInvitation(
  found: Expert,
  { accept, reason }: Answer,
  open: readonly Expert['state'][],
  context: HandlerContext,
): Promise<{ id: string; state: string }> {
  const { db, fail } = context
  await lockRounds(found.competitionId, context)
  const row = await db.selectFrom('review_expert').selectAll().where('id', '=', found.id).executeTakeFirst()
  if (!row || row.state === 'removed') return fail('LINK_INVALID')
  if (!open.includes(row.state)) return fail('REVIEW_ANSWERED')
  const account = await db.selectFrom('account_user').select(['name', 'expiresAt']).where('id', '=', row.userId).executeTakeFirst()
  // until now the one who invited saw the name that was typed
  const name = (accept && account?.name) || row.name
  const said = accept ? { name } : { declineReason: reason?.trim() || null }
  const { state } = await context.rows.transition('review.expertLife', accept ? 'accept' : 'decline', row.id, said)
  // of a temporary account, which has it from now on
  if (accept && account?.expiresAt) await giveExpertRole(row.userId, row.competitionId, context)
  await refreshConflicts({ competitionId: row.competitionId, userIds: [row.userId] }, context)
  return { id: row.id, state }
}
