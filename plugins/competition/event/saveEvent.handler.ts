/** Saves an event of a competition: a new one at the end, or a change. */
import { defineHandler, type EntityTypes, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { nextPosition } from './nextPosition.ts'

type EventAnswers = Pick<EntityTypes['competition.event']['add'], 'title' | keyof typeof EMPTY>

declare module '../../../runtime/core/contracts.ts' {
  interface ExtensionPoints {
    /** After the places or the dates of an event changed. */
    'competition.eventSaved': (competitionId: string, context: HandlerContext) => Promise<void>
  }
}

/** An empty answer empties the field of the row. */
const EMPTY = {
  summary: null,
  introduction: null,
  capacity: null,
  fee: 0,
  startsAt: null,
  endsAt: null,
  signupStart: null,
  signupEnd: null,
  teamMin: null,
  teamMax: null,
  instructorMax: null,
  formId: null,
  waitingList: false,
  offerHours: 48,
  invited: false,
}

export default defineHandler('competition.saveEvent', async ({ id, competitionId, answers: sent }, context) => {
  const event = id === undefined ? null : await context.call('competition.managedEvent', { id })
  const place = event?.competitionId ?? competitionId
  if (place === undefined) return context.fail('NOT_FOUND', { entity: 'competition.competition' })
  const { answers } = await context.documents.forms.submit({ id: 'competition.editEvent' }, sent, { competitionId: place })
  // without a limit no one has to wait
  const limited = typeof answers.capacity === 'number' ? {} : { waitingList: false }
  const values = { ...EMPTY, ...answers, ...limited }
  if (event === null) return { id: await addEvent(place, values, context) }
  await assertPlaces(event.id, values, context)
  await context.rows.save('competition.event', event, values)
  for (const follow of context.extensions('competition.eventSaved').values()) await follow(place, context)
  return { id: event.id }
})

async function addEvent(competitionId: string, values: EventAnswers, context: HandlerContext): Promise<string> {
  const position = await nextPosition(competitionId, context)
  return context.rows.create('competition.event', { competitionId, position, ...values })
}

/** The row stays locked, so that sign-ups wait and see the new number of places. @throws EVENT_CAPACITY */
async function assertPlaces(id: string, { capacity }: EventAnswers, { rows, fail }: HandlerContext): Promise<void> {
  if (typeof capacity !== 'number') return
  const { taken } = await rows.get('competition.event', id, { lock: true })
  if (capacity < taken) fail('EVENT_CAPACITY', { taken })
}
