/** Writes what an invited expert answers. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { refreshConflicts } from '../conflicts.ts'
import { type Expert, lockPanel, ofExpert } from './panel.ts'

export interface Answer {
  accept: boolean
  reason?: string | null
}

/** Once: who has answered changes it with the organiser. @throws REVIEW_ANSWERED, LINK_INVALID */
export async function answerInvitation(found: Expert, { accept, reason }: Answer, context: HandlerContext): Promise<{ state: string }> {
  const { db, now, fail } = context
  await lockPanel(found.competitionId, context)
  const row = await db.selectFrom('review_expert').selectAll().where('id', '=', found.id).executeTakeFirst()
  if (!row || row.state === 'removed') return fail('LINK_INVALID')
  if (row.state !== 'invited') return fail('REVIEW_ANSWERED')
  const state = accept ? 'accepted' : 'declined'
  const change = { state, answeredAt: now.toISOString(), declineReason: accept ? null : reason?.trim() || null } as const
  await context.change('review.expert', row, change, ofExpert(row))
  await refreshConflicts({ competitionId: row.competitionId, userIds: [row.userId] }, context)
  return { state }
}
