/** What keeps drafts from being published together, as `npm run check` would say it. Places have the line of the text as the editor shows it. `isDraft`:
 *  what is named is a draft itself, and both can be published together. */
import { defineHandler } from '../../../core/contracts.ts'
import { parseNames } from '../../documents/parseNames.ts'

export default defineHandler('platform.document.failures', async ({ documents: names }, { documents }) => {
  const failures = await documents.store.failuresTogether(parseNames(names))
  if (failures.length === 0) return { list: [] }
  const drafts = (await documents.store.overview()).filter(({ state }) => state === 'draft')
  const drafted = new Set(drafts.map(({ id }) => JSON.stringify(id)))
  return { list: failures.map((failure) => ({ ...failure, isDraft: failure.code === 'REFERENCE_UNKNOWN' && drafted.has(failure.found) })) }
})
