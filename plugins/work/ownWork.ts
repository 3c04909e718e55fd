import type { HandlerContext } from '../../runtime/core/contracts.ts'

interface OwnWork {
  competitionId: string
  registrationId: string
  /** Submitted by the asker. */
  mine: boolean
}

/** A work of the person who submitted it; members of the team only look. @throws NOT_FOUND for one of others */
export async function ownWork(id: string, context: HandlerContext): Promise<OwnWork> {
  const work = await context.call<OwnWork>('work.own', { id })
  return work.mine ? work : context.fail('NOT_FOUND', { entity: 'work.work', id })
}
