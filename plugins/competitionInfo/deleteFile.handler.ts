/** Takes one paper out of the information; the file goes with the next orphans. */
import type { StoredFile } from '../../runtime/core/contracts.ts'
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('competitionInfo.deleteFile', async ({ competitionId, fileId }, { db, record, fail }) => {
  const row = await db
    .selectFrom('competitionInfo_info')
    .select(['id', 'papers'])
    .where('competitionId', '=', competitionId)
    .executeTakeFirst()
  const papers = (row?.papers ?? []) as StoredFile[]
  if (!row || !papers.some(({ id }) => id === fileId)) return fail('NOT_FOUND', { entity: 'platform.file', id: fileId })
  const left = papers.filter(({ id }) => id !== fileId)
  await db.updateTable('competitionInfo_info').set({ papers: left }).where('id', '=', row.id).execute()
  await record({ entity: 'competitionInfo.info', rowId: row.id, before: { papers }, after: { papers: left } })
  return { competitionId, papers: left }
})
