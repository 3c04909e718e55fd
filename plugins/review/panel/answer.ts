/** Writes what an invited expert answers. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { giveExpertRole } from '../../account/experts/openTemporaryExpert.ts'
import { refreshConflicts } from '../conflicts.ts'
import { lockRounds } from '../round.ts'
import { type Expert, ofExpert } from './panel.ts'

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
  const { db, now, fail } = context
  await lockRounds(found.competitionId, context)
  const row = await db.selectFrom('review_expert').selectAll().where('id', '=', found.id).executeTakeFirst()
  if (!row || row.state === 'removed') return fail('LINK_INVALID')
  if (!open.includes(row.state)) return fail('REVIEW_ANSWERED')
  const state = accept ? 'accepted' : 'declined'
  const account = await db.selectFrom('account_user').select(['name', 'expiresAt']).where('id', '=', row.userId).executeTakeFirst()
  // until now whoever invited saw the name that was typed
  const name = (accept && account?.name) || row.name
  const change = { state, name, answeredAt: now.toISOString(), declineReason: accept ? null : reason?.trim() || null } as const
  await context.rows.save('review.expert', row, change, ofExpert(row))
  // of a temporary account, which has it from now on
  if (accept && account?.expiresAt) await giveExpertRole(row.userId, row.competitionId, context)
  await refreshConflicts({ competitionId: row.competitionId, userIds: [row.userId] }, context)
  return { id: row.id, state }
}
