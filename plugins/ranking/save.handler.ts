/** Saves the facts of a ranking list: a new one, or a change. The event it names is one of the competition's. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'

export default defineHandler('ranking.save', async ({ id, competitionId, answers: sent }, context) => {
  const list = id === undefined ? null : await context.call<{ competitionId: string }>('ranking.managed', { id })
  const place = list?.competitionId ?? competitionId
  if (place === undefined) return context.fail('NOT_FOUND', { entity: 'competition.competition' })
  const { answers } = await context.documents.forms.submit({ id: 'ranking.list' }, sent, { competitionId: place })
  await assertEvent(place, answers.eventId, context)
  return id === undefined
    ? context.call<{ id: string }>('ranking.add', { competitionId: place, ...answers })
    : context.call<{ id: string }>('ranking.change', { id, ...answers })
})

/** @throws EVENT_UNKNOWN */
async function assertEvent(competitionId: string, eventId: unknown, { db, fail }: HandlerContext): Promise<void> {
  if (eventId === undefined || eventId === null) return
  const event = db
    .selectFrom('competition_event')
    .select('id')
    .where('id', '=', eventId as string)
    .where('competitionId', '=', competitionId)
  if (!(await event.executeTakeFirst())) fail('EVENT_UNKNOWN')
}
