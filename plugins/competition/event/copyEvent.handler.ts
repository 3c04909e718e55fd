/** Copies one event into a competition. The event's own competition must be one that the person manages as well. Beside its original the copy has another
 *  name, and takes no one until the organiser opens it. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { lockCompetition } from '../competition.ts'
import { moveBy } from '../movedTime.ts'
import { copySources } from '../parts/copySources.ts'
import { readRows } from '../parts/readContent.ts'
import { writePart } from '../parts/writeContent.ts'

export default defineHandler('competition.copyEvent', async ({ competitionId, eventId }, context) => {
  const target = await lockCompetition(context, competitionId)
  const event = await context.db
    .selectFrom('competition_event')
    .select(['competitionId', 'title'])
    .where('id', '=', eventId)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  if (!event) return context.fail('NOT_FOUND', { entity: 'competition.event', id: eventId })
  await context.call('competition.managedOne', { id: event.competitionId })
  const { position } = await context.db
    .selectFrom('competition_event')
    .select((expression) => expression.fn.coalesce(expression.fn.max('position'), expression.lit(-1)).as('position'))
    .where('competitionId', '=', target.id)
    .executeTakeFirstOrThrow()
  const fresh = { position: Number(position) + 1, taken: 0, paused: false }
  const change =
    event.competitionId === target.id
      ? { ...fresh, title: context.text('competition.copyOf', { title: event.title }), paused: true }
      : fresh
  const rows = await readRows('competition.event', { id: eventId }, context)
  const { organisationId } = target
  const place = { competitionId: target.id, organisationId, move: moveBy({}), distance: {}, written: new Map() }
  const ids = await writePart(
    { entity: 'competition.event', fresh: change },
    rows,
    { place, sources: copySources(String(event.competitionId), context) },
    context,
  )
  return { id: ids.get(eventId)! }
})
