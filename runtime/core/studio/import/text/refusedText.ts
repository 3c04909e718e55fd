/** Texts that are no questions, by what they are: markup, YAML, tables of answers.
 *  allowed text: headings that survey tools write, in both languages. */
import type { RefusedFormat } from '../detectFormat.ts'
import { numberedLine, optionOf } from './questionMarks.ts'
import { isHeading } from './readQuestionTable.ts'

export function refusedText(text: string, lines: readonly string[], rows: readonly string[][]): RefusedFormat | null {
  if (/^\s*<(?:\?xml|!doctype|!--|[a-z][\w:.-]*[\s>/])/i.test(text)) return 'xml'
  if (isYaml(lines)) return 'yaml'
  return isAnswers(rows) ? 'answers' : null
}

const KEY = /^(?<indent>\s*)(?:- )?["']?[A-Za-z_$][\w .$-]*["']?:(?:\s|$)/
const ITEM = /^\s*- /

/** Keys below keys: `fields:` with an indented list or map under it. A line `Name:` alone is a question. */
function isYaml(lines: readonly string[]): boolean {
  const written = lines.filter((line) => line.trim() !== '' && !/^\s*#/.test(line))
  if (/^%YAML|^---\s*$/.test(written[0] ?? '')) return written.length > 1 && written.slice(1).some((line) => KEY.test(line))
  const isKeyed = written.filter((line) => KEY.test(line) || ITEM.test(line)).length >= written.length * 0.8
  const isNested = written.some(
    (line, at) =>
      /:\s*$/.test(line) &&
      KEY.test(line) &&
      /^(?:\s+|- )/.test(written[at + 1] ?? '') &&
      KEY.test((written[at + 1] ?? '').replace(/^\s*- /, '')),
  )
  return written.length > 1 && isKeyed && isNested
}

/** Columns that a tool adds to answers, and no one to questions. */
const OF_ANSWERS =
  /^(?:序号|编号|答卷编号|提交(?:答卷)?时间|提交人|更新时间|填写(?:时间|设备|ip)|所用时间|来源(?:详情)?|来自ip|ip(?: ?address)?|总分|开始(?:答题)?时间|结束(?:答题)?时间|答题时长|时间戳记?|地理位置.*|清洗.*|用户id|微信昵称|timestamp|(?:start|end|submit|completion|recorded) ?(?:date|time).*|submitted at|respondent id|collector id|response ?id|network id|duration.*|progress|ipaddress|startdate|enddate)$/i
const FEWEST_COLUMNS = 3
const FEWEST_ROWS = 3

/** Whether rows are what people answered: columns that a tool adds, columns that are numbered questions, or rows of data without any mark of a question. */
export function isAnswers(rows: readonly string[][]): boolean {
  const written = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
  const [head = [], ...others] = written
  if (head.length < 2 || others.length === 0 || isHeading(head)) return false
  const names = head.map((cell) => cell.trim())
  if (names.filter((name) => OF_ANSWERS.test(name)).length >= 2 || /^(?:timestamp|时间戳记?)$/i.test(names[0]!)) return true
  if (names.filter((name) => numberedLine(name)?.style === 'digit').length >= 2) return true
  const isEven = written.length >= FEWEST_ROWS && head.length >= FEWEST_COLUMNS && written.every((row) => row.length === head.length)
  return isEven && !others.some(([first = '']) => numberedLine(first) !== null || optionOf(first) !== null)
}
