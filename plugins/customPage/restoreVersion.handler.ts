/** Makes an earlier version of a page the latest one, as a version of its own. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { addVersion, type SavedPage } from './addVersion.ts'

export default defineHandler('customPage.restoreVersion', async ({ id, number }, context) => {
  await context.lock('customPage', id)
  const { latest, shown } = await context.call<{ latest: number; shown: boolean }>('customPage.managed', { id })
  const query = context.db.selectFrom('customPage_version').select(['title', 'body']).where('pageId', '=', id)
  const version = await query.where('number', '=', number).executeTakeFirst()
  if (!version) return context.fail('NOT_FOUND', { entity: 'customPage.version', id: `${id}/${number}` })
  const { title, body } = version as { title: LocalText; body: LocalText | null }
  const words = { titleZh: title.zh, titleEn: title.en, bodyZh: body?.zh ?? '', bodyEn: body?.en ?? '' }
  return addVersion(await context.call<SavedPage>('customPage.change', { id, latest: latest + 1, shown, ...words }), context)
})
