/** Orders an archive of works. The job's result is the file. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { type Download, downloadedWorks } from './downloads.ts'
import { namedWorks } from './workIds.ts'
import { filesIn } from './workParts.ts'

export default defineHandler('work.download', async ({ workIds, competitionId }, context) => {
  const isAll = workIds === 'all'
  if (isAll && competitionId === undefined) return context.fail('NOT_FOUND', { entity: 'competition.competition', id: '' })
  const download: Download = isAll ? { competitionId: competitionId! } : { ids: namedWorks(workIds) }
  const works = await downloadedWorks(download, context)
  if (!works.some(({ answers }) => filesIn(answers).length > 0)) return context.fail('WORK_NO_FILES')
  for (const { id, title } of works)
    await context.rows.record({ entity: 'work.work', rowId: id, before: null, after: { downloaded: true, title } })
  return { jobId: await context.jobs.enqueue('work.pack', { download }) }
})
