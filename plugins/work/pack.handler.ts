/** The job behind a download: one archive with a folder for each work, and a list of them that spreadsheets open. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { writeCsv } from '../../runtime/core/studio/csv.ts'
import { type Download, type DownloadedWork, downloadedWorks } from './downloads.ts'
import { filesIn } from './workParts.ts'

const WORDS = {
  zh: { archive: '作品附件', list: '作品清单', head: ['编号', '作品名称', '作者或团队', '外部链接', '文件'] },
  en: { archive: 'works', list: 'works', head: ['No.', 'Title', 'Author or team', 'Link', 'Files'] },
}

export default defineHandler<'work.pack', { download: Download }>('work.pack', async ({ download }, context) => {
  const words = WORDS[context.lang]
  const works = await downloadedWorks(download, context)
  const readable = await Promise.all(
    works.map(async (work) => ({ ...work, answers: await context.forms.read(work.formHash, work.answers) })),
  )
  const files = readable.flatMap((work) => filesIn(work.answers).map(({ id, name }) => ({ name: `${folderOf(work)}/${name}`, file: id })))
  const text = writeCsv([words.head, ...readable.map(rowOf)])
  return context.files.pack(`${words.archive}.zip`, [{ name: `${words.list}.csv`, text }, ...files], context.progress)
})

function folderOf({ id, displayName, title }: DownloadedWork): string {
  return `${id} ${displayName} ${title}`.replaceAll('/', '-')
}

function rowOf({ id, title, displayName, answers }: DownloadedWork): string[] {
  return [id, title, displayName, typeof answers.link === 'string' ? answers.link : '', String(filesIn(answers).length)]
}
