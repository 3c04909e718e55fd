/** Removes one supporting document from the information; its file is deleted with the next orphans. */
import type { StoredFile } from '../../runtime/core/contracts.ts'
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('competitionInfo.deleteFile', async ({ competitionId, fileId }, { db, rows, fail }) => {
  const row = await db
    .selectFrom('competitionInfo_info')
    .select(['id', 'papers'])
    .where('competitionId', '=', competitionId)
    .executeTakeFirst()
  const papers = (row?.papers ?? []) as StoredFile[]
  if (!row || !papers.some(({ id }) => id === fileId)) return fail('NOT_FOUND', { entity: 'platform.file', id: fileId })
  const left = papers.filter(({ id }) => id !== fileId)
  await rows.save('competitionInfo.info', row, { papers: left })
  return { competitionId, papers: left }
})
