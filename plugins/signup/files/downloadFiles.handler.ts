/** Orders an archive of files of registrations. The job's result is the file. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { filesIn } from '../../work/workParts.ts'
import { type Download, holders } from './downloads.ts'
import { type NamePattern, USUAL } from './fileNames.ts'

/** What only says which page of the list was shown. */
const PAGING = new Set(['pageNum', 'pageSize', 'sort', 'competitionId'])

export default defineHandler('signup.downloadFiles', async ({ competitionId, ids, matching, folders, parts }, context) => {
  const filters = Object.fromEntries(Object.entries(matching ?? {}).filter(([name, value]) => !PAGING.has(name) && value != null))
  const named = typeof ids === 'string' ? ids.split(',') : ids
  const download: Download = { competitionId, filters, ...(named ? { ids: named } : {}) }
  if (!(await holdsFiles(download, context))) return context.fail('SIGNUP_NO_FILES')
  const pattern: NamePattern = { folders: folders ?? USUAL.folders, parts: parts ?? USUAL.parts }
  const after = { ...filters, ...pattern, count: named?.length ?? null }
  await context.rows.record({ entity: 'competition.competition', rowId: competitionId, before: null, after })
  return { jobId: await context.jobs.enqueue('signup.packFiles', { download, pattern }) }
})

async function holdsFiles(download: Download, context: Parameters<typeof holders>[1]): Promise<boolean> {
  for await (const { answers } of holders(download, context)) if (filesIn(answers).length > 0) return true
  return false
}
