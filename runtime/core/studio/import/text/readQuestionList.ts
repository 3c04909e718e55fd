/** A list of questions -> our form: `1. Question *` or `一、…` with options `A. …` below, marks of kinds as `[单选题]`, a heading for each part. What a line cannot be is
 *  reported with its number.
 *  allowed text: marks in both languages, whatever the language of the screen. */
import type { FormDocument, FormField } from '../../../documents.ts'
import { Holder, type ImportedContent, ratingOf } from '../Holder.ts'
import type { ImportWords, Losses } from '../ImportReport.ts'
import { both } from '../reading.ts'
import { answerOf, choiceField, nameOf } from './answerKinds.ts'
import { type QuestionLevels, questionLevels } from './questionLevels.ts'
import { asksSomething, hintOf, isOneLine, type MarkedTitle, numberedLine, optionOf, readMarks } from './questionMarks.ts'
import { isMatrixLine, readMatrix } from './readMatrix.ts'

interface Question extends MarkedTitle {
  line: number
  help: string[]
  options: string[]
  /** Lines of a matrix or scale as they stand. */
  grid: string[]
  /** The words as they stand, for what kind of answer they ask. */
  raw: string
}

/** @returns null for what holds no question */
export function readQuestionList(lines: readonly string[], words: ImportWords, losses: Losses): ImportedContent | null {
  const written = lines.map((line) => line.trim())
  const reader = new ListReader(words, losses, questionLevels(written.filter((line) => line !== '')))
  for (const [at, line] of lines.entries()) reader.line(line, at + 1)
  return reader.finished()
}

class ListReader {
  private readonly words: ImportWords
  private readonly losses: Losses
  private readonly levels: QuestionLevels
  private readonly holder = new Holder()
  private readonly sections: NonNullable<FormDocument['sections']> = []
  private title: string | null = null
  private intro: string[] = []
  private open: Question | null = null
  private count = 0
  constructor(words: ImportWords, losses: Losses, levels: QuestionLevels) {
    this.words = words
    this.losses = losses
    this.levels = levels
  }

  line(written: string, number: number): void {
    const text = written.trim()
    if (text === '' || /^[-=_*]{3,}$/.test(text)) return
    const numbered = numberedLine(text)
    if (numbered === null) {
      this.inside(written, text, number)
      return
    }
    const { style, title } = numbered
    if (style === 'innerDigit' && this.levels.inner === 'options' && this.levels.question !== 'innerDigit' && this.open) {
      this.open.options.push(title)
      if (this.open.options.length === 1 && this.open.kind === null)
        this.losses.near(`/${this.open.line}`, 'choice', `${this.open.title}: ${title}`)
    } else if (style === this.levels.question || style === 'digit' || style === 'innerDigit' || asksSomething(title))
      this.begin(title, number)
    else this.part(title || text, style === 'part' && /^#\s/.test(text))
  }

  private inside(written: string, text: string, number: number): void {
    const { open } = this
    const [option, hint] = [optionOf(text), hintOf(text)]
    if (open?.kind && ('matrix' in open.kind || 'rating' in open.kind) && hint === null && !asksSomething(text)) open.grid.push(written)
    else if (option !== null && open) open.options.push(...splitInline(text, option))
    else if (hint !== null && open) open.help.push(hint)
    else if (asksSomething(text) || /[:：]\s*(?:_{2,})?\s*$/.test(text)) this.begin(text, number)
    else if (open && isMatrixLine(written) && open.kind === null) open.grid.push(written)
    // behind a mark such as [单选题] options often have none of their own
    else if (open?.kind && 'choice' in open.kind) open.options.push(text)
    else if (open && open.options.length === 0) open.help.push(text)
    else if (this.title === null && this.count === 0) this.title = text
    else if (this.count === 0) this.intro.push(text)
    else this.losses.lost(`/${number}`, 'text', text)
  }

  private begin(raw: string, line: number): void {
    this.close()
    this.count++
    this.open = { ...readMarks(raw), line, help: [], options: [], grid: [], raw }
    for (const mark of this.open.unknown) this.losses.near(`/${line}`, 'type', mark)
  }

  private part(title: string, isTitle: boolean): void {
    this.close()
    if (this.title === null && this.count === 0 && this.sections.length === 0 && isTitle) this.title = title
    else this.sections.push({ id: `section${this.sections.length + 1}`, title: both(title) })
  }

  private close(): void {
    const question = this.open
    this.open = null
    if (!question) return
    const field = this.fieldOf(question)
    const help = question.help.length > 0 ? { description: both(question.help.join('\n')) } : {}
    const section = this.sections.at(-1)
    this.holder.put(
      this.holder.names.free(nameOf(question.title)),
      { ...field, title: both(question.title), ...help, ...(section ? { 'x-section': section.id } : {}) },
      question.isRequired,
    )
  }

  private fieldOf(question: Question): FormField {
    const { kind, options, raw, line, grid } = question
    const path = `/${line}`
    if (kind && 'matrix' in kind) return this.matrixOf(question, kind.matrix)
    if (kind && 'rating' in kind) return this.ratingOf(question)
    if (kind && 'note' in kind) return { 'x-widget': 'note', description: both([question.title, ...options, ...grid].join('\n')) }
    for (const each of grid) this.losses.lost(path, 'text', each.trim())
    if (options.length > 0) {
      if (kind && 'choice' in kind) return choiceField(kind.choice, options)
      return choiceField(/哪些|which of the following|what .*\(s\)/i.test(raw) ? 'several' : 'one', options)
    }
    if (kind && 'choice' in kind) this.losses.near(path, 'options', raw)
    // one line says less than the words of the question
    return kind && 'answer' in kind && !isOneLine(kind.answer) ? kind.answer : answerOf(question.title)
  }

  private matrixOf({ title, grid, options, line }: Question, kind: 'one' | 'several'): FormField {
    const matrix = readMatrix([...grid, ...options], kind, this.holder.names)
    if (matrix) return matrix
    this.losses.near(`/${line}`, 'type', title)
    for (const each of grid) this.losses.lost(`/${line}`, 'text', each.trim())
    return answerOf(title)
  }

  /** `很不满意 ○1 ○2 ○3 ○4 ○5 很满意`, or its steps line by line. */
  private ratingOf({ scale, grid, options, raw, line }: Question): FormField {
    if (scale) return scale
    const words = [...grid, ...options].join(' ')
    const steps = [...words.matchAll(/\d{1,2}/g)].map(([number]) => Number(number))
    const [low, high] = [Math.min(...steps), Math.max(...steps)]
    const [first, last] = words.split(/[○◯\s]*\d{1,2}(?:[\s○◯]*\d{1,2})*[\s○◯]*/)
    const ends = [first, last].map((end) => (end?.trim() ? both(end.trim()) : null))
    const read = steps.length > 1 ? ratingOf(low, high, ends) : null
    if (read) return read
    const isNps = /NPS|净推荐/i.test(raw)
    this.losses.near(`/${line}`, 'options', isNps ? '0-10' : '1-5')
    for (const each of words === '' ? [] : [words]) this.losses.lost(`/${line}`, 'text', each)
    return ratingOf(isNps ? 0 : 1, isNps ? 10 : 5)!
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

/** `A. one   B. two   C. three`, or `○ one ○ two`, on one line. */
function splitInline(line: string, label: string): string[] {
  const parts = line.split(/(?:^|\s+)[（(]?[A-Z]\s*[.．、)）]\s*|(?:^|\s*)[○◯□☐]\s*/).filter((part) => part.trim() !== '')
  return parts.length > 1 ? parts.map((part) => part.trim()) : [label.trim()]
}
