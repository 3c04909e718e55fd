/** Questions as people write them in a document or a sheet -> our form: a table of questions (`readQuestionTable`) or a list (`readQuestionList`). */
import { parseCsv } from '../../csv.ts'
import type { RefusedFormat } from '../detectFormat.ts'
import type { ImportedContent } from '../Holder.ts'
import type { ImportWords, Losses } from '../ImportReport.ts'
import { readQuestionList } from './readQuestionList.ts'
import { readQuestionTable } from './readQuestionTable.ts'
import { refusedText } from './refusedText.ts'

/** @returns what was read, or what the text is instead of questions */
export function importText(text: string, words: ImportWords, losses: Losses): ImportedContent | { refused: RefusedFormat } {
  const lines = text.replaceAll('\r', '').split('\n')
  const heading = lines.find((line) => line.trim() !== '') ?? ''
  const rows = /[\t,;]/.test(heading) ? parseCsv(text).rows : []
  const refused = refusedText(text, lines, rows)
  if (refused) return { refused }
  return readQuestionTable(rows, words, losses) ?? readQuestionList(lines, words, losses) ?? { refused: 'plain' }
}
