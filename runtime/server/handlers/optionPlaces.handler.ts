/** What is left of the options of a form that have a number of places. */
import { defineHandler } from '../../core/contracts.ts'

export default defineHandler('platform.optionPlaces', async ({ hash }, { forms }) => ({
  list: (await forms.placesLeft({ hash })) as never,
}))
