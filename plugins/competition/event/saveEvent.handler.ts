/** Saves an event of a competition: a new one at the end, or a change. The calls that it makes check rights and clean the text. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { nextPosition } from './nextPosition.ts'

/** Empty answers become null in the row: an absent parameter would keep the old value. */
const EMPTY = {
  capacity: null,
  startsAt: null,
  endsAt: null,
  signupStart: null,
  signupEnd: null,
  teamMin: null,
  teamMax: null,
  instructorMax: null,
  formId: null,
}

export default defineHandler('competition.saveEvent', async ({ id, competitionId, answers: sent }, context) => {
  const event = id === undefined ? null : await context.call<{ competitionId: string }>('competition.managedEvent', { id })
  const place = event?.competitionId ?? competitionId
  if (place === undefined) return context.fail('NOT_FOUND', { entity: 'competition.competition' })
  const { answers } = await context.documents.forms.submit({ id: 'competition.editEvent' }, sent, { competitionId: place })
  if (id === undefined)
    return context.call<{ id: string }>('competition.addEvent', {
      competitionId: place,
      position: await nextPosition(place, context),
      ...answers,
    })
  await assertPlaces(id, answers, context)
  return context.call<{ id: string }>('competition.changeEvent', { id, ...EMPTY, ...answers })
})

/** The row stays locked, so that sign-ups wait and see the new number of places. @throws EVENT_CAPACITY */
async function assertPlaces(id: string, { capacity }: Record<string, unknown>, { db, fail }: HandlerContext): Promise<void> {
  if (typeof capacity !== 'number') return
  const { taken } = await db.selectFrom('competition_event').select('taken').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  if (capacity < taken) fail('EVENT_CAPACITY', { taken })
}
