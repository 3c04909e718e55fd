/** An organiser signs one person up. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { addressOf } from '../account/accounts/addressOf.ts'
import { chosenEvent } from './chosenEvent.ts'
import { enterRegistrations, lockEntries } from './enterRegistration.ts'
import { entryPlace } from './entryPlace.ts'

export default defineHandler('signup.enter', async ({ competitionId, eventId, formHash, account, answers: given }, context) => {
  const address = addressOf(account)
  if (address === null) return context.fail('IMPORT_ACCOUNT')
  const place = await entryPlace(competitionId, eventId, context)
  if (place.formHash !== formHash) return context.fail('FORM_CHANGED', { hash: place.formHash })
  const facts = chosenEvent(competitionId, place.event)
  const { answers } = await context.documents.forms.submit({ hash: formHash }, given as Record<string, unknown>, facts)
  await lockEntries(competitionId, [address], context)
  const [entered] = await enterRegistrations(place, [{ address, answers }], context)
  return { id: entered!.id, status: entered!.status }
})
