import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { competitionMode, teamMemberMode } from '../generated/enums.ts'
import { type PlaceEvent, type SignupPlace, signupPlace } from './signupPlace.ts'

/** Where a sign-up by the organiser goes. */
export type EntryPlace = SignupPlace & { event: PlaceEvent; formHash: string }

/** @throws NOT_FOUND, EVENT_UNKNOWN, IMPORT_NO_FORM, IMPORT_TEAMS */
export async function entryPlace(competitionId: string, eventId: string | null | undefined, context: HandlerContext): Promise<EntryPlace> {
  const place = await signupPlace(competitionId, eventId ?? '', context)
  const { competition, event, formHash } = place
  if (!event) return context.fail('EVENT_UNKNOWN')
  if (formHash === null) return context.fail('IMPORT_NO_FORM')
  if (competition.memberMode === teamMemberMode.accounts && competition.mode === competitionMode.team) return context.fail('IMPORT_TEAMS')
  return { ...place, event, formHash }
}
