/** Questions as people write them in a document or a sheet -> our form. Two shapes:
 *  a list: `1. Question *` or `一、…` with options `A. …` below, a heading for each part;
 *  a table (tabs or commas) with a heading of names: question, type, options, required, help.
 *  What a line cannot be is reported with its number.
 *  allowed text: the marks by which questions are known, in both languages whatever the language of the screen. */
import type { FormDocument, FormField } from '../../documents.ts'
import { parseCsv } from '../csv.ts'
import { type FieldOption, Holder, type ImportedContent, oneOf, someOf } from './Holder.ts'
import type { ImportWords, Losses } from './ImportReport.ts'
import { both } from './reading.ts'

export function importText(text: string, words: ImportWords, losses: Losses): ImportedContent | null {
  const lines = text.replaceAll('\r', '').split('\n')
  return readTable(text, lines, words, losses) ?? readList(lines, words, losses)
}

// ------------------------------------------------------------------------------------------------------------ lists

const PART =
  /^(?:[一二三四五六七八九十百]+、|第[一二三四五六七八九十\d]+(?:部分|步|页|章|节)[：:、\s]*|(?:Part|Section|Page)\s+(?:\d+|[A-Z]|[IVX]+)\b[.:：、)\s-]*|#{1,3}\s+)\s*(?<title>.*)$/i
const QUESTION = /^(?:(?:Q|问题)?\s*(?<number>\d{1,3})\s*[.．、)）:：]|[（(](?<inner>\d{1,3})[)）]|Q\s*[:：])\s*(?<title>.+)$/i
const OPTION =
  /^(?:[（(]?(?<letter>[A-Za-z])\s*[.．、)）:：]|[（(][A-Za-z][)）]|[-*•·●○◯□☐☑◻▢▪]|[（(]\s*[)）]|\[\s?[xX]?\]|[①-⑳])\s*(?<label>.+)$/u
const SEVERAL =
  /[（([【]?\s*(?:可多选|多选题?|不定项选择|多项选择|select all(?: that apply)?|choose (?:all|several|any)|multiple (?:choice|answers|select))\s*[)）\]】]?/i
const ONE = /[（([【]\s*(?:单选题?|单项选择|choose one|select one|single choice)\s*[)）\]】]/i
const NEEDED = /[（([【]\s*(?:必填|必答|required)\s*[)）\]】]|[*＊]/i
const FREE = /[（([【]\s*(?:选填|可不填|optional)\s*[)）\]】]/i
const HINT = /^(?:说明|备注|提示|注|Note|Help|Hint)\s*[:：]\s*(?<text>.+)$/i

interface Question {
  title: string
  line: number
  isRequired: boolean
  isSeveral: boolean
  isMarkedOne: boolean
  help: string[]
  options: string[]
  /** The words as they stand, for what kind of answer they ask. */
  raw: string
}

function readList(lines: readonly string[], words: ImportWords, losses: Losses): ImportedContent | null {
  // 一、二、 count parts where 1. 2. count questions, else the questions themselves
  const isNumbered = lines.some((line) => QUESTION.test(line.trim()))
  const reader = new ListReader(words, losses, isNumbered)
  for (const [at, line] of lines.entries()) reader.line(line.trim(), at + 1)
  return reader.finished()
}

class ListReader {
  private readonly words: ImportWords
  private readonly losses: Losses
  private readonly holder = new Holder()
  private readonly sections: NonNullable<FormDocument['sections']> = []
  private title: string | null = null
  private intro: string[] = []
  private open: Question | null = null
  private count = 0
  private readonly isNumbered: boolean
  constructor(words: ImportWords, losses: Losses, isNumbered: boolean) {
    this.isNumbered = isNumbered
    this.words = words
    this.losses = losses
  }

  line(text: string, number: number): void {
    if (text === '' || /^[-=_*]{3,}$/.test(text)) return
    const question = QUESTION.exec(text)?.groups
    if (question) {
      this.begin(question.title!, number)
      return
    }
    const part = PART.exec(text)?.groups
    // 一、 numbers questions as well as parts: with a mark of a question it is one
    const isCounted = !this.isNumbered && /^[一二三四五六七八九十百]+、/.test(text)
    if (part && (isCounted || this.isQuestion(part.title!))) this.begin(part.title!, number)
    else if (part) this.part(part.title!.trim() || text)
    else this.inside(text, number)
  }

  private isQuestion(title: string): boolean {
    return /[?？]\s*$|[:：]?\s*_{2,}/.test(title) || NEEDED.test(title) || SEVERAL.test(title) || ONE.test(title)
  }

  private inside(text: string, number: number): void {
    const option = OPTION.exec(text)?.groups
    const hint = HINT.exec(text)?.groups
    if (option && this.open) this.open.options.push(...splitInline(text, option.label!))
    else if (hint && this.open) this.open.help.push(hint.text!)
    else if (this.isQuestion(text) || /[:：]\s*(?:_{2,})?\s*$/.test(text)) this.begin(text, number)
    else if (this.open && this.open.options.length === 0) this.open.help.push(text)
    else if (this.title === null && this.count === 0) this.title = text
    else if (this.count === 0) this.intro.push(text)
    else this.losses.lost(`/${number}`, 'text', text)
  }

  private begin(raw: string, line: number): void {
    this.close()
    this.count++
    const title = raw
      .replace(SEVERAL, '')
      .replace(ONE, '')
      .replace(NEEDED, '')
      .replace(FREE, '')
      .replaceAll(/_{2,}/g, '')
      .replace(/[:：]\s*$/, '')
      .trim()
    const [isRequired, isSeveral, isMarkedOne] = [NEEDED.test(raw) && !FREE.test(raw), SEVERAL.test(raw), ONE.test(raw)]
    this.open = { title: title || raw, line, isRequired, isSeveral, isMarkedOne, help: [], options: [], raw }
  }

  private part(title: string): void {
    this.close()
    if (this.title === null && this.count === 0 && this.sections.length === 0 && /^#\s/.test(title)) this.title = title
    else this.sections.push({ id: `section${this.sections.length + 1}`, title: both(title) })
  }

  private close(): void {
    const question = this.open
    this.open = null
    if (!question) return
    const field = question.options.length > 0 ? choiceOf(question) : answerOf(question.raw)
    const help = question.help.length > 0 ? { description: both(question.help.join('\n')) } : {}
    const section = this.sections.at(-1)
    this.holder.put(
      this.holder.names.free(nameOf(question.title)),
      { ...field, title: both(question.title), ...help, ...(section ? { 'x-section': section.id } : {}) },
      question.isRequired,
    )
  }

  finished(): ImportedContent | null {
    this.close()
    if (this.holder.isEmpty) return null
    const { properties, required } = this.holder.content
    const intro: Record<string, FormField> =
      this.intro.length > 0 ? { introduction: { 'x-widget': 'note', description: both(this.intro.join('\n')) } } : {}
    return {
      title: both(this.title ?? this.words('title')),
      schema: { type: 'object', properties: { ...intro, ...properties }, ...(required ? { required } : {}) },
      ...(this.sections.length > 0 ? { sections: this.sections } : {}),
    }
  }
}

/** `A. one   B. two   C. three` on one line. */
function splitInline(line: string, label: string): string[] {
  const parts = line.split(/(?:^|\s+)[（(]?[A-Z]\s*[.．、)）]\s*/).filter((part) => part.trim() !== '')
  return parts.length > 1 ? parts.map((part) => part.trim()) : [label.trim()]
}

function choiceOf({ options, isSeveral, isMarkedOne, raw }: Question): FormField {
  const made = optionsOf(options)
  const asksSeveral = isSeveral || (!isMarkedOne && /哪些|which of the following|what .*\(s\)/i.test(raw))
  return asksSeveral ? someOf(made) : oneOf(made, made.length > 8 ? 'select' : 'radio')
}

function optionsOf(labels: readonly string[]): FieldOption[] {
  const seen = new Set<string>()
  return labels.flatMap((label, at) => {
    const text =
      label
        .replaceAll(/_{2,}/g, '')
        .replace(/[（(]\s*[)）]\s*$/, '')
        .trim() || label
    if (seen.has(text)) return []
    seen.add(text)
    return [{ value: `option${at + 1}`, label: both(text) }]
  })
}

/** Words of a question -> the kind of answer it asks; one line when they say nothing. */
const ANSWERS: [RegExp, FormField][] = [
  [/手机号|联系电话|手机|\bmobile( phone)?\b|\bphone\b/i, { type: 'string', phone: true }],
  [/邮箱|电子邮件|\be-?mail\b/i, { type: 'string', email: true }],
  [/身份证|\bID (?:card )?number\b/i, { type: 'string', 'x-widget': 'idNumber', idNumber: true }],
  [/日期|生日|出生年月|\bdate\b|\bbirthday\b/i, { type: 'string', format: 'date', 'x-widget': 'date' }],
  [/上传|附件|照片|\bupload\b|\battach(?:ment)?\b/i, { type: 'array', 'x-widget': 'upload', items: { type: 'object' }, maxItems: 3 }],
  [/网址|链接|\bURL\b|\bwebsite\b|\blink\b/i, { type: 'string', oneLink: true, maxLength: 500 }],
  [/是否|有没有|^(?:do|are|is|have|has|will|can) you\b/i, { type: 'boolean', 'x-widget': 'switch' }],
  [/年龄|人数|数量|金额|\bage\b|\bhow (?:many|much)\b|\bnumber of\b/i, { type: 'number', 'x-widget': 'number', minimum: 0 }],
  [
    /简介|说明|描述|建议|意见|理由|原因|为什么|\bdescribe\b|\bwhy\b|\bcomments?\b|\bexplain\b|\bsuggestions?\b|问答/i,
    { type: 'string', 'x-widget': 'textarea', maxLength: 2000 },
  ],
  [/^(?:您的|你的|参赛者)?姓名|^(?:your |full )?name\b/i, { type: 'string', personName: true }],
]

function answerOf(words: string): FormField {
  return structuredClone(ANSWERS.find(([pattern]) => pattern.test(words))?.[1] ?? { type: 'string', maxLength: 200 })
}

// ------------------------------------------------------------------------------------------------------------ tables

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

function readTable(text: string, lines: readonly string[], words: ImportWords, losses: Losses): ImportedContent | null {
  const heading = lines.find((line) => line.trim() !== '') ?? ''
  const rows = /[\t,;]/.test(heading) ? parseCsv(text).rows : []
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

const KINDS: [RegExp, FormField][] = [
  [/多行|长文|问答|段落|long|paragraph|textarea|multi-?line/i, { type: 'string', 'x-widget': 'textarea', maxLength: 2000 }],
  [/日期时间|date ?time/i, { type: 'string', format: 'date-time', 'x-widget': 'datetime' }],
  [/日期|date/i, { type: 'string', format: 'date', 'x-widget': 'date' }],
  [/时间|time/i, { type: 'string', 'x-widget': 'time' }],
  [/整数|integer|whole/i, { type: 'integer', 'x-widget': 'number' }],
  [/数字|数值|金额|number|numeric|amount/i, { type: 'number', 'x-widget': 'number' }],
  [/手机|电话|phone|mobile/i, { type: 'string', phone: true }],
  [/邮箱|邮件|e-?mail/i, { type: 'string', email: true }],
  [/身份证|id card|id number/i, { type: 'string', 'x-widget': 'idNumber', idNumber: true }],
  [/网址|链接|url|link|website/i, { type: 'string', oneLink: true, maxLength: 500 }],
  [/文件|上传|附件|照片|图片|file|upload|image|photo/i, { type: 'array', 'x-widget': 'upload', items: { type: 'object' }, maxItems: 3 }],
  [/是否|判断|开关|yes|boolean|switch/i, { type: 'boolean', 'x-widget': 'switch' }],
  [/单行|文本|文字|填空|text|string|short|姓名|name/i, { type: 'string', maxLength: 200 }],
]

function cellField(type: string, options: string, title: string): FormField | null {
  const labels = options
    .split(/[\n;；|｜、/／]|,|，/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
  if (labels.length > 1 || (labels.length === 1 && /选|choice|select|radio|check|drop/i.test(type))) {
    const made = optionsOf(labels)
    if (/多选|multiple|checkbox|several/i.test(type)) return someOf(made)
    return oneOf(made, /下拉|drop|select/i.test(type) && !/单选/.test(type) ? 'select' : 'radio')
  }
  if (type === '') return answerOf(title)
  const found = KINDS.find(([pattern]) => pattern.test(type))?.[1]
  return found ? structuredClone(found) : null
}

/** Latin words of a title make its name; others are numbered. */
function nameOf(title: string): string {
  const words = title.match(/[A-Za-z][A-Za-z0-9]*/g)?.slice(0, 4) ?? []
  const name = words.map((word, at) => (at === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1).toLowerCase())).join('')
  return name.length >= 2 &&
    !/^(in|as|for|if|else|true|false|null|var|let|item|context|session|function|import|package|return|void|while|break|continue|const|loop|namespace)$/.test(
      name,
    )
    ? name
    : 'question'
}
