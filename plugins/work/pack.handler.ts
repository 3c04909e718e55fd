/** The job behind a download: one archive with a folder for each work, and a list of them that spreadsheets open. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { writeCsv } from '../../runtime/core/studio/csv.ts'
import { type Download, type DownloadedWork, downloadedWorks } from './downloads.ts'
import { filesIn } from './workParts.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'work.pack': { download: Download }
  }
}

const COLUMNS = ['number', 'title', 'author', 'link', 'files'] as const

export default defineHandler('work.pack', async ({ download }, context) => {
  const words = (key: (typeof COLUMNS)[number] | 'archive' | 'list') => context.text(`work.packed.${key}`)[context.lang]
  const works = await downloadedWorks(download, context)
  const readable = await Promise.all(
    works.map(async (work) => ({ ...work, answers: await context.documents.forms.read(work.formHash, work.answers) })),
  )
  const files = readable.flatMap((work) => filesIn(work.answers).map(({ id, name }) => ({ name: `${folderOf(work)}/${name}`, file: id })))
  const text = writeCsv([COLUMNS.map(words), ...readable.map(rowOf)])
  return context.files.pack(`${words('archive')}.zip`, [{ name: `${words('list')}.csv`, text }, ...files], context.jobs.progress)
})

function folderOf({ id, displayName, title }: DownloadedWork): string {
  return `${id} ${displayName} ${title}`.replaceAll('/', '-')
}

function rowOf({ id, title, displayName, answers }: DownloadedWork & { answers: Record<string, unknown> }): string[] {
  return [id, title, displayName, typeof answers.link === 'string' ? answers.link : '', String(filesIn(answers).length)]
}
