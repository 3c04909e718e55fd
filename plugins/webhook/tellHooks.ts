/** Puts an event on its way to every webhook that asks for it, in the transaction of what happened: it is sent exactly when that is committed. */
import { randomUUID } from 'node:crypto'
import type { EntityTypes, HandlerContext } from '../../runtime/core/contracts.ts'

export type HookEvent = EntityTypes['webhook.delivery']['add']['event']

/** @param place  the questionnaire, or the competition whose sign-ups they are */
export async function tellHooks(
  place: { questionnaireId: string } | { competitionId: string },
  happened: { event: HookEvent; subjectId: string },
  context: HandlerContext,
): Promise<void> {
  const query = context.db.selectFrom('webhook_endpoint').select(['id', 'userId', 'events']).where('state', '=', 'active')
  const found = await ('questionnaireId' in place
    ? query.where('questionnaireId', '=', place.questionnaireId)
    : query.where('competitionId', '=', place.competitionId).where('questionnaireId', 'is', null)
  ).execute()
  for (const endpoint of found) if ((endpoint.events as string[]).includes(happened.event)) await putDelivery(endpoint, happened, context)
}

/** @returns the id of the delivery; its job has the rights of the person who made the webhook */
export async function putDelivery(
  { id: endpointId, userId }: { id: string; userId: string },
  { event, subjectId }: { event: HookEvent; subjectId: string | null },
  { rows, now, jobs }: HandlerContext,
): Promise<string> {
  const values = { endpointId, key: `msg_${randomUUID()}`, event, subjectId, nextAt: now.toISOString() }
  const id = await rows.create('webhook.delivery', values)
  await jobs.enqueue('webhook.deliver', { id }, { as: userId })
  return id
}
