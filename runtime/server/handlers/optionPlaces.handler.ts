/** What is left of the options of a form that have a number of places. */
import { defineHandler } from '../../core/contracts.ts'

export default defineHandler('platform.optionPlaces', async ({ hash }, { documents }) => ({
  list: (await documents.forms.placesLeft({ hash })) as never,
}))
