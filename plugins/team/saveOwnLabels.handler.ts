/** Stores the person's labels, of those that there are, in the profile. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { storeProfile } from '../profile/storeProfile.ts'
import { knownLabels } from './allLabels.ts'

export default defineHandler('team.saveOwnLabels', async ({ labels }, context) => {
  const list = knownLabels(labels, context)
  await storeProfile(context, { labels: list.map(({ code }) => code) })
  return { list }
})
