/** An expert has a conflict of interest: the review ends, its marks are removed, and the people who organise judging are notified. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { staffWith } from '../../account/grants/staffWith.ts'
import { heldAssignment } from './markable.ts'
import { neighbours } from './neighbours.ts'
import type { OwnAssignment } from './ownAssignment.ts'

export default defineHandler('review.recuse', async ({ id, reason }, context) => {
  const { rows } = context
  const own = await heldAssignment(id, context)
  const { competitionId, userId, workId } = own
  const { nextOpen } = await neighbours(own, context)
  await rows.removeWhere('review.mark', { assignmentId: id })
  const { state } = await rows.transition('review.assignmentLife', 'recuse', id, { recusedReason: reason })
  await rows.put('review.conflict', ['userId', 'workId', 'kind'], { competitionId, userId, workId, kind: 'declared', detail: reason })
  await rows.removeWhere('platform.draft', { ownerId: userId, key: `review:${id}` })
  await tellOrganisers(own, reason, context)
  return { id, state, nextOpen }
})

async function tellOrganisers(own: OwnAssignment, reason: string, context: HandlerContext): Promise<void> {
  const { name } = context.session
  const title = own.competition as LocalText
  for (const userId of await staffWith(own, context, 'setWorks'))
    await context.messages.send(
      'review.recused',
      { userId },
      { competition: title.zh, expert: name ?? '', number: String(own.number), reason },
    )
}
