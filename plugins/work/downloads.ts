/** The works of a download, page by page, as the asker may see them. */
import type { CallOutput, HandlerContext } from '../../runtime/core/contracts.ts'

export type DownloadedWork = CallOutput<'work.downloadable'>['list'][number]
/** Works by id, or all of a competition. */
export type Download = { ids: readonly string[] } | { competitionId: string }
const PAGE_SIZE = 100

/** @throws NOT_FOUND when one that was named is out of reach, or not submitted */
export async function downloadedWorks(download: Download, context: HandlerContext): Promise<DownloadedWork[]> {
  const works: DownloadedWork[] = []
  for (let pageNum = 1; ; pageNum++) {
    const page = await context.call('work.downloadable', {
      ...download,
      pageNum,
      pageSize: PAGE_SIZE,
    })
    works.push(...page.list)
    if (page.list.length === 0 || works.length >= page.total) break
  }
  const missing = 'ids' in download ? download.ids.find((id) => !works.some((work) => work.id === id)) : undefined
  return missing === undefined ? works : context.fail('NOT_FOUND', { entity: 'work.work', id: missing })
}
