/** A table (tabs or commas) with a heading of names - question, type, options, required, help -> our form.
 *  allowed text: the names of columns, in both languages whatever the language of the screen. */
import type { FormField } from '../../../documents.ts'
import { Holder, type ImportedContent, ratingOf } from '../Holder.ts'
import type { ImportWords, Losses } from '../ImportReport.ts'
import { both } from '../reading.ts'
import { answerOf, choiceField, kindOf, nameOf, scaleOf } from './answerKinds.ts'
import { NEEDED } from './questionMarks.ts'

const COLUMNS: Record<string, RegExp> = {
  title: /^(题目|问题|标题|字段|字段名|名称|项目|question|title|field|label|name)$/i,
  type: /^(题型|类型|字段类型|type|kind|question type)$/i,
  options: /^(选项|可选项|备选项|options?|choices?|values?)$/i,
  required: /^(必填|是否必填|必答|required|mandatory)$/i,
  help: /^(说明|提示|备注|填写说明|help|description|hint|note)$/i,
}

const YES = /^(是|必填|y|yes|true|1|√|✓|v|required|\*)$/i
const NO = /^(|否|不|选填|可不填|n|no|false|0|×|✗|x|optional|-|—)$/i

/** Whether a row names the columns of a table of questions. */
export function isHeading(row: readonly string[]): boolean {
  return row.filter((cell) => cell.trim() !== '').length > 1 && row.some((cell) => COLUMNS.title!.test(cell.trim()))
}

/** @returns null for what is no table of questions */
export function readQuestionTable(rows: readonly string[][], words: ImportWords, losses: Losses): ImportedContent | null {
  const first = rows.findIndex((row) => row.some((cell) => cell.trim() !== ''))
  const names = (rows[first] ?? []).map((cell) => cell.trim())
  const at = Object.fromEntries(Object.entries(COLUMNS).map(([key, pattern]) => [key, names.findIndex((name) => pattern.test(name))]))
  if (names.length < 2 || at.title! < 0) return null
  for (const [index, name] of names.entries())
    if (!Object.values(at).includes(index) && name !== '') losses.lost(`/1/${index + 1}`, 'keyword', name)
  const holder = new Holder()
  for (const [index, row] of rows.slice(first + 1).entries()) {
    const cell = (key: string) => (at[key]! < 0 ? '' : (row[at[key]!] ?? '').trim())
    if (cell('title') === '') {
      if (row.some((value) => value.trim() !== '')) losses.lost(`/${first + index + 2}`, 'text', row.join(' | '))
      continue
    }
    const title = cell('title').replace(NEEDED, '').trim()
    const field = cellField(cell('type'), cell('options'), title)
    const line = `/${first + index + 2}`
    if (!field || cell('type').includes('\n')) losses.near(line, 'type', cell('type'))
    if (cell('options') !== '' && !field?.['x-options']) losses.lost(line, 'options', cell('options'))
    if (!YES.test(cell('required')) && !NO.test(cell('required'))) losses.near(line, 'rule', cell('required'))
    for (const [column, value] of row.entries())
      if ((names[column] ?? '') === '' && value.trim() !== '') losses.lost(`${line}/${column + 1}`, 'text', value)
    const isRequired = YES.test(cell('required')) || NEEDED.test(cell('title'))
    const help = cell('help') === '' ? {} : { description: both(cell('help')) }
    holder.put(holder.names.free(nameOf(title)), { ...(field ?? { type: 'string' }), title: both(title), ...help }, isRequired)
  }
  return holder.isEmpty ? null : { title: both(words('title')), schema: { type: 'object', ...holder.content } }
}

function cellField(type: string, options: string, title: string): FormField | null {
  const labels = options
    .split(/[\n;；|｜、/／]|,|，/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const kind = type === '' ? null : kindOf(type)
  if (labels.length > 1 || (labels.length === 1 && kind !== null && 'choice' in kind))
    return choiceField(kind !== null && 'choice' in kind ? kind.choice : 'one', labels)
  if (type === '') return answerOf(title)
  if (kind !== null && 'rating' in kind) return scaleOf(`${options} ${title} ${type}`) ?? ratingOf(1, 5)
  return kind !== null && 'answer' in kind ? kind.answer : null
}
