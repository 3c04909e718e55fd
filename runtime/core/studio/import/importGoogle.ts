/** A form of Google Forms, as its interface gives it (items of questions) -> our form: page breaks begin steps, grids become matrices. */
import { pointer } from '../../documents/failure.ts'
import type { FormDocument, FormField } from '../../documents.ts'
import { type FieldOption, Holder, type ImportedContent, oneOf, ratingOf, someOf } from './Holder.ts'
import type { ImportWords, Losses } from './ImportReport.ts'
import { both, given, isObject, type Json, list, objectsOf, ownOf, plainText, textOf } from './reading.ts'

const MAX_FILES = 20
/** Kinds of file -> what an upload may take. */
const FILE_TYPES: Record<string, string[]> = {
  PDF: ['application/pdf'],
  IMAGE: ['image/*'],
  VIDEO: ['video/*'],
  AUDIO: ['audio/*'],
  DOCUMENT: ['doc', 'docx'],
  SPREADSHEET: ['xls', 'xlsx'],
  PRESENTATION: ['ppt', 'pptx'],
}

export function importGoogle(document: Json, words: ImportWords, losses: Losses): ImportedContent {
  return new Reader(words, losses).read(document)
}

class Reader {
  private readonly speak: ImportWords
  private readonly losses: Losses
  private readonly holder = new Holder()
  private readonly steps: NonNullable<FormDocument['steps']> = []
  constructor(speak: ImportWords, losses: Losses) {
    this.speak = speak
    this.losses = losses
  }

  read(document: Json): ImportedContent {
    const info = isObject(document.info) ? document.info : {}
    const items = objectsOf(document.items)
    if (items.some(([, item]) => 'pageBreakItem' in item)) this.begin(null)
    const intro = plainText(info.description)
    if (intro) this.put('introduction', { 'x-widget': 'note', description: intro }, false)
    for (const [at, item] of items) this.item(item, `/items/${at}`)
    const used = this.steps.filter(({ id }) => Object.values(this.holder.properties).some((field) => field['x-step'] === id))
    return {
      title: textOf(info.title ?? info.documentTitle) ?? both(this.speak('title')),
      schema: { type: 'object', ...this.holder.content },
      ...(used.length > 0 ? { steps: used } : {}),
    }
  }

  private begin(item: Json | null): void {
    const number = this.steps.length + 1
    const title = (item && textOf(item.title)) ?? both(this.speak('step', { number }))
    this.steps.push({ id: `step${number}`, title, ...given('description', item ? plainText(item.description) : null) })
  }

  private put(name: string, field: FormField, isRequired: boolean): void {
    const step = this.steps.at(-1)
    this.holder.put(this.holder.names.free(name), { ...field, ...(step ? { 'x-step': step.id } : {}) }, isRequired)
  }

  private item(item: Json, path: string): void {
    if (isObject(item.pageBreakItem)) {
      this.begin(item)
      return
    }
    const title = textOf(item.title)
    const description = plainText(item.description)
    if (isObject(item.textItem)) {
      if (title ?? description)
        this.put('note', { 'x-widget': 'note', description: (description ?? title)!, ...(description && title ? { title } : {}) }, false)
      return
    }
    const question = isObject(item.questionItem) && isObject(item.questionItem.question) ? item.questionItem.question : null
    const words = {
      title: title ?? both(this.speak('option', { number: Number(path.split('/').at(-1)) + 1 })),
      ...given('description', description),
    }
    const below = `${path}/questionItem/question`
    const field = question
      ? this.question(question, below)
      : isObject(item.questionGroupItem)
        ? this.grid(item.questionGroupItem, `${path}/questionGroupItem`)
        : null
    if (!field) {
      this.losses.lost(path, 'type', item)
      return
    }
    if (question && isObject(question.grading)) this.losses.lost(pointer(below, 'grading'), 'keyword', question.grading)
    this.put('question', { ...words, ...field }, question?.required === true)
  }

  private question(question: Json, path: string): FormField | null {
    const { textQuestion, choiceQuestion, scaleQuestion, ratingQuestion, dateQuestion, timeQuestion, fileUploadQuestion } = question
    if (isObject(textQuestion)) return textQuestion.paragraph === true ? { type: 'string', 'x-widget': 'textarea' } : { type: 'string' }
    if (isObject(choiceQuestion)) return this.choice(choiceQuestion, pointer(path, 'choiceQuestion'))
    if (isObject(scaleQuestion)) return this.scale(scaleQuestion, path)
    if (isObject(ratingQuestion)) {
      const { ratingScaleLevel: max } = ratingQuestion
      return ratingOf(1, typeof max === 'number' ? max : 5) ?? { type: 'integer', minimum: 1 }
    }
    if (isObject(dateQuestion)) {
      if (dateQuestion.includeYear === false) this.losses.near(`${path}/dateQuestion/includeYear`, 'control', false)
      return dateQuestion.includeTime === true
        ? { type: 'string', format: 'date-time', 'x-widget': 'datetime' }
        : { type: 'string', format: 'date', 'x-widget': 'date' }
    }
    if (isObject(timeQuestion)) {
      if (timeQuestion.duration === true) this.losses.near(`${path}/timeQuestion/duration`, 'control', 'duration')
      return { type: 'string', 'x-widget': 'time' }
    }
    return isObject(fileUploadQuestion) ? this.file(fileUploadQuestion) : null
  }

  private choice(question: Json, path: string): FormField {
    const options = this.options(list(question.options), pointer(path, 'options'))
    if (question.shuffle === true) this.losses.lost(pointer(path, 'shuffle'), 'options', true)
    if (options.length === 0) return { type: 'string' }
    if (!/^(RADIO|CHECKBOX|DROP_DOWN)$/.test(String(question.type))) this.losses.near(pointer(path, 'type'), 'control', question.type)
    if (question.type === 'CHECKBOX') return someOf(options)
    return oneOf(options, question.type === 'DROP_DOWN' ? 'select' : 'radio')
  }

  private options(options: readonly unknown[], path: string): FieldOption[] {
    const seen = new Set<string>()
    return objectsOf(options).flatMap(([at, option]) => {
      const here = pointer(path, at)
      const isOther = option.isOther === true
      const label = isOther ? both(this.speak('other')) : textOf(option.value)
      const value = isOther ? 'other' : String(option.value)
      for (const key of ['goToAction', 'goToSectionId'])
        if (option[key] !== undefined) this.losses.lost(pointer(here, key), 'rule', option[key])
      if (isOther) this.losses.near(here, 'options', label!.zh)
      if (!label || seen.has(value)) {
        this.losses.lost(here, 'options', option)
        return []
      }
      seen.add(value)
      return [{ value, label }]
    })
  }

  private scale(question: Json, path: string): FormField {
    const [low = 0, high = 5] = [question.low, question.high].map((each, at) => (typeof each === 'number' ? each : at * 5))
    const rating = ratingOf(low, high, [textOf(question.lowLabel), textOf(question.highLabel)], 'numbers')
    if (rating) return rating
    this.losses.near(path, 'control', 'scaleQuestion')
    return { type: 'integer', minimum: low, maximum: high }
  }

  private file(question: Json): FormField {
    const types = list(question.types).flatMap((type) => ownOf(FILE_TYPES, String(type)) ?? [])
    const isAny = list(question.types).includes('ANY')
    const maxBytes = Number(question.maxFileSize ?? 0)
    const max = typeof question.maxFiles === 'number' ? Math.min(question.maxFiles, MAX_FILES) : 1
    const limits = { ...(maxBytes > 0 ? { maxBytes } : {}), ...(types.length > 0 && !isAny ? { fileTypes: types } : {}) }
    return max > 1
      ? { type: 'array', 'x-widget': 'upload', items: { type: 'object' }, maxItems: max, ...limits }
      : { type: 'object', 'x-widget': 'upload', ...limits }
  }

  /** The same answers for each row. */
  private grid(group: Json, path: string): FormField | null {
    const grid = isObject(group.grid) ? group.grid : {}
    const columns = isObject(grid.columns) ? grid.columns : {}
    const options = this.options(list(columns.options), `${path}/grid/columns/options`)
    if (grid.shuffleQuestions === true) this.losses.lost(`${path}/grid/shuffleQuestions`, 'options', true)
    if (!/^(RADIO|CHECKBOX)$/.test(String(columns.type))) this.losses.near(`${path}/grid/columns/type`, 'control', columns.type)
    const holder = new Holder()
    for (const [at, row] of objectsOf(group.questions)) {
      const title = isObject(row.rowQuestion) ? textOf(row.rowQuestion.title) : null
      const field = columns.type === 'CHECKBOX' ? someOf(options) : oneOf(options, 'radio')
      holder.put(`row${at + 1}`, { ...field, title: title ?? both(this.speak('option', { number: at + 1 })) }, row.required === true)
      if (isObject(row.grading)) this.losses.lost(`${path}/questions/${at}/grading`, 'keyword', row.grading)
    }
    if (holder.isEmpty || options.length === 0) return null
    const { matrix } = holder
    if (!matrix) this.losses.near(path, 'layout', 'grid')
    return matrix ?? holder.section
  }
}
