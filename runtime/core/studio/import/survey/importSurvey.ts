/** A survey document (pages of elements, as SurveyJS writes them) -> our form: pages become steps, panels groups, dynamic panels repeat groups,
 *  conditions rules. What there is no field for is named in the report. */
import { pointer } from '../../../documents/failure.ts'
import type { FormDocument, FormField, LocalText } from '../../../documents.ts'
import { FieldNames } from '../fieldNames.ts'
import { Holder, type ImportedContent, shownWhile } from '../Holder.ts'
import type { ImportWords, Losses } from '../ImportReport.ts'
import { withPlaces } from '../pipedWords.ts'
import { both, isObject, type Json, list, objectsOf, ownOf, plainText, textOf } from '../reading.ts'
import { SurveyChecks } from './SurveyChecks.ts'
import { SurveyFields } from './SurveyFields.ts'
import { SurveyRows } from './SurveyRows.ts'
import { answerName, SurveyRules } from './SurveyRules.ts'

export function importSurvey(document: Json, words: ImportWords, losses: Losses): ImportedContent {
  return new Reader(document, words, losses).read()
}

class Reader {
  private readonly document: Json
  private readonly speak: ImportWords
  readonly losses: Losses
  readonly names = new FieldNames()
  readonly rules: SurveyRules
  private readonly fields: SurveyFields
  private readonly rows: SurveyRows
  private readonly checks: SurveyChecks
  constructor(document: Json, words: ImportWords, losses: Losses) {
    this.document = document
    this.speak = words
    this.losses = losses
    this.rules = new SurveyRules(this.names, losses)
    this.fields = new SurveyFields(words, losses)
    this.rows = new SurveyRows(this)
    this.checks = new SurveyChecks(losses)
  }

  read(): ImportedContent {
    const pages = this.pages()
    const holder = new Holder('', this.names)
    const isStepped = pages.length > 1
    const steps: NonNullable<FormDocument['steps']> = []
    const intro = plainText(this.document.description)
    for (const { page } of pages) this.rules.register(list(page.elements ?? page.questions), '')
    if (intro) holder.put(this.names.free('introduction'), { 'x-widget': 'note', description: intro }, false)
    for (const [at, { page, path }] of pages.entries()) {
      const id = `step${at + 1}`
      const before = new Set(Object.keys(holder.properties))
      if (at === 0) before.delete('introduction')
      const key = page.elements === undefined ? 'questions' : 'elements'
      this.elements(list(page[key]), pointer(path, key), holder)
      this.pageRules(page, path, holder, before)
      if (isStepped) {
        for (const name of Object.keys(holder.properties))
          if (!before.has(name)) holder.properties[name] = { ...holder.properties[name]!, 'x-step': id }
        const description = plainText(page.description)
        const title = textOf(page.title) ?? pageName(page.name) ?? both(this.speak('step', { number: at + 1 }))
        steps.push({ id, title, ...(description ? { description } : {}) })
      }
    }
    const submitLabel = textOf(this.document.completeText)
    const form: ImportedContent = {
      title: textOf(this.document.title) ?? both(this.speak('title')),
      schema: { type: 'object', ...holder.content },
      ...(isStepped ? { steps } : {}),
      ...(submitLabel ? { submitLabel } : {}),
    }
    return withPlaces(form, /(?<!\{)\{([^{}]+)\}(?!\})/g, (name, path) => {
      const field = this.rules.fieldOf(name)
      if (field === null) this.losses.near(path, 'text', `{${name}}`)
      return field
    })
  }

  /** What holds for a page holds for each of its fields. */
  private pageRules(page: Json, path: string, holder: Holder, before: ReadonlySet<string>): void {
    const visible = this.rules.rule(page.visibleIf, pointer(path, 'visibleIf'), '')
    const enabled = page.readOnly === true ? 'false' : this.rules.rule(page.enableIf, pointer(path, 'enableIf'), '')
    for (const name of Object.keys(holder.properties))
      if (!before.has(name)) holder.properties[name] = shownWhile(shownWhile(holder.properties[name]!, visible), enabled, 'x-enabledWhen')
  }

  private pages(): { page: Json; path: string }[] {
    const { pages, elements, questions } = this.document
    if (Array.isArray(pages) && pages.length > 0) return objectsOf(pages).map(([at, page]) => ({ page, path: `/pages/${at}` }))
    return [{ page: elements === undefined ? { questions } : { elements }, path: '' }]
  }

  elements(elements: readonly unknown[], path: string, holder: Holder): void {
    for (const [at, element] of elements.entries()) if (isObject(element)) this.element(element, pointer(path, at), holder)
  }

  element(element: Json, path: string, holder: Holder): void {
    const given = answerName(element) ?? String(element.type ?? 'field')
    if (element.valueName !== undefined && element.name !== given) this.losses.aside(pointer(path, 'name'), 'name', element.name)
    const known = this.names.of(given, path, this.losses)
    const name = known in holder.properties ? this.names.anew(given, path, this.losses) : known
    if (name !== given && !this.losses.list.some((loss) => loss.path === path)) this.losses.near(path, 'name', `${given} → ${name}`)
    const read = this.field(element, path, `${holder.prefix}${name}.`)
    if (!read) return
    const field = this.rules.optionRules(element, path, read, holder.prefix)
    const conditions = {
      ...this.rules.condition('x-visibleWhen', element.visibleIf, pointer(path, 'visibleIf'), holder.prefix),
      ...this.rules.condition('x-enabledWhen', element.enableIf, pointer(path, 'enableIf'), holder.prefix),
      ...this.rules.condition('x-requiredWhen', element.requiredIf, pointer(path, 'requiredIf'), holder.prefix),
    }
    const description = textOf(element.description)
    const placeholder = textOf(element.placeholder ?? element.placeHolder)
    const words = {
      title: textOf(element.title) ?? both(String(element.name ?? given)),
      ...(description ? { description } : {}),
      ...(placeholder ? { 'x-placeholder': placeholder } : {}),
    }
    const own: FormField = { ...field, ...words }
    if (field['x-widget'] === 'note') Object.assign(own, { description: field.description, title: textOf(element.title) ?? undefined })
    holder.put(name, { ...own, ...conditions }, element.isRequired === true)
    if (element.visible === false) this.losses.lost(pointer(path, 'visible'), 'rule', 'visible: false')
    if (element.readOnly === true) holder.properties[name] = { ...holder.properties[name], 'x-enabledWhen': { cel: 'false' } }
    if (element.isRequired === true && field['x-widget'] === 'section') this.losses.lost(pointer(path, 'isRequired'), 'rule', true)
  }

  private field(element: Json, path: string, prefix: string): FormField | null {
    const type = String(element.type ?? 'text')
    const reader = ownOf(this.fields.kinds, type) ?? ownOf(this.rows.kinds, type)
    if (!reader) {
      this.losses.lost(path, type === 'expression' ? 'rule' : 'type', element)
      return null
    }
    const field = reader(element, path, prefix)
    return field && this.checks.checked(element, path, field)
  }
}

/** A name that someone gave, and not the tool. */
function pageName(name: unknown): LocalText | null {
  return typeof name === 'string' && !/^page\d+$/i.test(name) ? textOf(name) : null
}
