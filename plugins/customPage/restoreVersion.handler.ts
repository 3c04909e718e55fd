/** Makes an earlier version of a page the latest one, as a version of its own. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { nextVersion } from './addVersion.ts'

export default defineHandler('customPage.restoreVersion', async ({ id, number }, context) => {
  await context.lock('customPage', id)
  const { latest, shown } = await context.call('customPage.managed', { id })
  const version = await context.rows.find('customPage.version', { pageId: id, number })
  if (!version) return context.fail('NOT_FOUND', { entity: 'customPage.version', id: `${id}/${number}` })
  const { title, body } = version
  return nextVersion({ id, latest }, { title, body, shown }, context)
})
