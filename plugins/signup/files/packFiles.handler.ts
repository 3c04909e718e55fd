/** The job behind a download: one archive of files under names of the organiser's choice, and a list of them that spreadsheets open. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { writeCsv } from '../../../runtime/core/studio/csv.ts'
import { filesIn } from '../../work/workParts.ts'
import { type Download, holders } from './downloads.ts'
import { fileName, type NamePattern, wordsOf } from './fileNames.ts'

declare module '../../../runtime/core/contracts.ts' {
  interface JobTypes {
    'signup.packFiles': { download: Download; pattern: NamePattern }
  }
}

const COLUMNS = ['number', 'name', 'question', 'file', 'path'] as const

export default defineHandler('signup.packFiles', async ({ download, pattern }, context) => {
  const { lang } = context
  const words = (key: (typeof COLUMNS)[number] | 'archive' | 'list') => context.text(`signup.packed.${key}`)[lang]
  const titles = new Map<string, Record<string, { title?: unknown }>>()
  const titleOf = async (hash: string, name: string) => {
    if (!titles.has(hash)) titles.set(hash, (await context.documents.forms.screen({ hash })).form.schema.properties)
    return wordsOf(titles.get(hash)![name]?.title, lang) || name
  }
  const entries: { name: string; file: string }[] = []
  const lines: string[][] = []
  for await (const holder of holders(download, context)) {
    const answers = await context.documents.forms.read(holder.formHash, holder.answers)
    for (const [name, answer] of Object.entries(answers)) {
      const files = filesIn(answer)
      const question = files.length > 0 ? await titleOf(holder.formHash, name) : ''
      for (const { id, name: file } of files) {
        const path = fileName(pattern, { holder, question, file, lang })
        entries.push({ name: path, file: id })
        lines.push([holder.registration.id, holder.name, question, file, path])
      }
    }
  }
  const text = writeCsv([COLUMNS.map(words), ...lines])
  return context.files.pack(`${words('archive')}.zip`, [{ name: `${words('list')}.csv`, text }, ...entries], context.jobs.progress)
})
