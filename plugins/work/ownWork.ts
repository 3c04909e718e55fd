import type { CallOutput, HandlerContext } from '../../runtime/core/contracts.ts'

/** A work of the person who submitted it; members of the team only look. @throws NOT_FOUND for one of others */
export async function ownWork(id: string, context: HandlerContext): Promise<CallOutput<'work.own'>> {
  const work = await context.call('work.own', { id })
  return work.mine ? work : context.fail('NOT_FOUND', { entity: 'work.work', id })
}
