/** Deletes a skin that nothing uses. Published versions stay in the history of documents, where nothing leads to them any more. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { groupOf, readSkin, readVersions, SKIN_ENTITY } from './skin.ts'

export default defineHandler('skin.remove', async ({ id }, context) => {
  await context.lock('skin', id)
  const row = await readSkin(id, context)
  const setting = await context.db.selectFrom('shell_setting').select('groupId').where('theme', '=', row.documentId).execute()
  if (setting.length > 0) context.fail('SKIN_WORN', { groups: setting.map(({ groupId }) => groupId), own: groupOf(row) })
  const { draft, published } = await readVersions(row, context)
  if (draft) await context.documentStore.discardDraft('skin', row.documentId!)
  if (published) await context.documentStore.takeBack('skin', row.documentId!)
  await context.remove(SKIN_ENTITY, { id, name: row.name, documentId: row.documentId } as { id: string })
  return null
})
