/** What a sign-up form may ask about the event that was chosen (`context` of the form): pages give the same. */
import type { LocalText } from '../../runtime/core/documents.ts'

export interface ChosenEvent {
  competitionId: string
  eventId: string
  /** Its Chinese title: rules that compare it stay right in a copy of the competition. */
  event: string | null
  [fact: string]: unknown
}

export function chosenEvent(competitionId: string, event: { id: string; title: LocalText } | null): ChosenEvent {
  return { competitionId, eventId: event?.id ?? '', event: event?.title.zh ?? null }
}
