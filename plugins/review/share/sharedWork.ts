import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { reviewedWork } from '../blind/reviewedWork.ts'
import type { SharedPool } from './shareLink.ts'

/** A work as an external judge sees it. @param number  of the work in the list */
export async function sharedWork({ round }: SharedPool, { workId, number }: { workId: string; number: number }, context: HandlerContext) {
  const { registrationId, event } = await context.db
    .selectFrom('work_work as w')
    .innerJoin('competition_event as e', 'e.id', 'w.eventId')
    .select(['w.registrationId', 'e.title as event'])
    .where('w.id', '=', workId)
    .executeTakeFirstOrThrow()
  const { hideAuthor, hideSchool, hideTeam } = round
  return {
    number,
    event: event as LocalText,
    ...(await reviewedWork({ roundId: round.id, workId, registrationId, hideAuthor, hideSchool, hideTeam }, context)),
  }
}
