/** A survey document (pages of elements, as SurveyJS writes them) -> our form: pages become steps, panels groups, dynamic panels repeat groups,
 *  conditions rules. What there is no field for is named in the report. */
import { pointer } from '../../documents/failure.ts'
import type { FormDocument, FormField, LocalText } from '../../documents.ts'
import { compileVisualRule } from '../visualRule.ts'
import { FieldNames } from './fieldNames.ts'
import { type FieldOption, Holder, type ImportedContent, oneOf, ratingOf, shownWhile, someOf } from './Holder.ts'
import { type ImportWords, Losses } from './ImportReport.ts'
import { layered, wholeOf } from './Ledger.ts'
import { both, isLiteral, isObject, isSafePattern, type Json, list, plainText, textOf } from './reading.ts'
import { type SurveyField, surveyCondition } from './surveyCondition.ts'

export function importSurvey(document: Json, words: ImportWords, losses: Losses): ImportedContent {
  return new Reader(document, words, losses).read()
}

class Reader {
  private readonly document: Json
  private readonly losses: Losses
  private readonly names = new FieldNames()
  /** How rules name a cell of the row that is read. */
  private row: ((cell: string) => string) | null = null
  /** Name in the survey -> how rules name it. */
  private readonly places = new Map<string, { field: string; isList: boolean }>()

  private readonly speak: ImportWords
  constructor(document: Json, words: ImportWords, losses: Losses) {
    this.document = document
    this.speak = words
    this.losses = losses
  }

  read(): ImportedContent {
    const pages = this.pages()
    const holder = new Holder('', this.names)
    const isStepped = pages.length > 1
    const steps: NonNullable<FormDocument['steps']> = []
    const intro = plainText(this.document.description)
    for (const { page } of pages) this.register(list(page.elements ?? page.questions), '')
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
    return {
      title: textOf(this.document.title) ?? both(this.speak('title')),
      schema: { type: 'object', ...holder.content },
      ...(isStepped ? { steps } : {}),
      ...(submitLabel ? { submitLabel } : {}),
    }
  }

  /** What holds for a page holds for each of its fields. */
  private pageRules(page: Json, path: string, holder: Holder, before: ReadonlySet<string>): void {
    const visible = this.rule(page.visibleIf, pointer(path, 'visibleIf'), '')
    const enabled = page.readOnly === true ? 'false' : this.rule(page.enableIf, pointer(path, 'enableIf'), '')
    for (const name of Object.keys(holder.properties))
      if (!before.has(name)) holder.properties[name] = shownWhile(shownWhile(holder.properties[name]!, visible), enabled, 'x-enabledWhen')
  }

  private pages(): { page: Json; path: string }[] {
    const { pages, elements, questions } = this.document
    if (Array.isArray(pages) && pages.length > 0) return pages.filter(isObject).map((page, at) => ({ page, path: `/pages/${at}` }))
    return [{ page: elements === undefined ? { questions } : { elements }, path: '' }]
  }

  /** What conditions may name, before any is read: they look ahead too. */
  private register(elements: readonly unknown[], prefix: string): void {
    for (const element of elements.filter(isObject)) {
      const name = String(element.name ?? '')
      const part = element.type === 'matrix' ? 'rows' : element.type === 'multipletext' ? 'items' : null
      for (const inner of part ? list(element[part]) : []) {
        const own = String(isObject(inner) ? (part === 'rows' ? inner.value : inner.name) : inner)
        const at = `${prefix}${this.names.of(name, '', new Losses())}.${this.names.of(own, '', new Losses())}`
        this.places.set(`${name}.${own}`, { field: at, isList: false })
      }
      if (element.type === 'panel') this.register(list(element.elements), `${prefix}${this.names.of(name, '', new Losses())}.`)
      else
        this.places.set(name, {
          field: `${prefix}${this.names.of(name, '', new Losses())}`,
          isList: ['checkbox', 'tagbox', 'paneldynamic', 'matrixdynamic'].includes(String(element.type)),
        })
    }
  }

  private elements(elements: readonly unknown[], path: string, holder: Holder): void {
    for (const [at, element] of elements.entries()) if (isObject(element)) this.element(element, pointer(path, at), holder)
  }

  private element(element: Json, path: string, holder: Holder): void {
    const given = String(element.name ?? element.type ?? 'field')
    const known = this.names.of(given, path, this.losses)
    const name = known in holder.properties ? this.names.anew(given, path, this.losses) : known
    if (name !== given && !this.losses.list.some((loss) => loss.path === path)) this.losses.near(path, 'name', `${given} → ${name}`)
    const field = this.field(element, path, `${holder.prefix}${name}.`)
    if (!field) return
    const conditions = {
      ...this.condition('x-visibleWhen', element.visibleIf, pointer(path, 'visibleIf'), holder.prefix),
      ...this.condition('x-enabledWhen', element.enableIf, pointer(path, 'enableIf'), holder.prefix),
      ...this.condition('x-requiredWhen', element.requiredIf, pointer(path, 'requiredIf'), holder.prefix),
    }
    const description = textOf(element.description)
    const placeholder = textOf(element.placeholder ?? element.placeHolder)
    const words = {
      title: textOf(element.title) ?? { zh: given, en: given },
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

  private condition(key: string, source: unknown, path: string, prefix: string): FormField {
    const cel = this.rule(source, path, prefix)
    return cel === null ? {} : { [key]: { cel } }
  }

  private rule(source: unknown, path: string, prefix: string): string | null {
    if (typeof source !== 'string' || source.trim() === '') return null
    const fieldOf: SurveyField = (name) => {
      const inRow = /^(?:panel|row)\.(.+)$/.exec(name)?.[1]
      const row = inRow === undefined ? undefined : prefix === 'item.' ? `item.${this.names.known(inRow)}` : this.row?.(inRow)
      if (row !== undefined) return { field: row, isList: false }
      return this.places.get(name) ?? null
    }
    const rule = surveyCondition(source, fieldOf)
    const cel = rule && compileVisualRule(rule)
    if (!cel) this.losses.lost(path, 'rule', source)
    return cel
  }

  private field(element: Json, path: string, prefix: string): FormField | null {
    const type = String(element.type ?? 'text')
    const reader = this.kinds[type]
    if (!reader) {
      this.losses.lost(path, type === 'expression' ? 'rule' : 'type', element)
      return null
    }
    const field = reader(element, path, prefix)
    return field && this.checked(element, path, field)
  }

  private readonly kinds: Record<string, (element: Json, path: string, prefix: string) => FormField | null> = {
    text: (element, path) => this.text(element, path),
    comment: (element) => {
      const rows = numberAt(element, 'rows')
      const props = rows !== undefined && rows >= 2 && rows <= 20 ? { 'x-props': { rows } } : {}
      return { type: 'string', 'x-widget': 'textarea', ...numberOf(element, 'maxLength'), ...props }
    },
    radiogroup: (element, path) => this.choice(element, path, 'radio'),
    dropdown: (element, path) => this.choice(element, path, 'select'),
    buttongroup: (element, path) => this.choice(element, path, 'radio'),
    checkbox: (element, path) => this.choices(element, path, 'checkbox'),
    tagbox: (element, path) => this.choices(element, path, 'multiSelect'),
    imagepicker: (element, path) => {
      this.losses.near(path, 'control', 'imagepicker')
      return element.multiSelect === true ? this.choices(element, path, 'checkbox') : this.choice(element, path, 'radio')
    },
    ranking: (element, path) => {
      if (element.selectToRankEnabled !== true) return this.choices(element, path, 'ranking')
      this.losses.near(path, 'control', 'ranking')
      return this.choices(element, path, 'checkbox')
    },
    boolean: (element, path) => {
      for (const key of ['labelTrue', 'labelFalse', 'valueTrue', 'valueFalse'])
        if (element[key] !== undefined) this.losses.near(pointer(path, key), 'options', element[key])
      return { type: 'boolean', 'x-widget': 'switch' }
    },
    rating: (element, path) => this.rating(element, path),
    file: (element, path) => this.file(element, path),
    signaturepad: () => ({ type: 'object', 'x-widget': 'signature' }),
    html: (element, path) => this.note(element.html, path),
    image: (_element, path) => {
      this.losses.lost(path, 'type', 'image')
      return null
    },
    panel: (element, path, prefix) => this.panel(element, path, prefix),
    paneldynamic: (element, path) =>
      this.repeat(element, list(element.templateElements), pointer(path, 'templateElements'), path, {
        least: 'minPanelCount',
        most: 'maxPanelCount',
        first: 'panelCount',
        add: element.addPanelText === undefined ? 'panelAddText' : 'addPanelText',
        title: 'templateTitle',
      }),
    matrixdynamic: (element, path) =>
      this.repeat(element, this.columns(element), pointer(path, 'columns'), path, {
        least: 'minRowCount',
        most: 'maxRowCount',
        first: 'rowCount',
        add: 'addRowText',
        title: 'rowTitle',
      }),
    multipletext: (element, path) => this.multipleText(element, path),
    matrix: (element, path) => this.matrix(element, path),
    matrixdropdown: (element, path) => this.matrixDropdown(element, path),
  }

  private text(element: Json, path: string): FormField | null {
    const inputType = element.inputType ?? 'text'
    const numbers = { ...numberOf(element, 'min', 'minimum'), ...numberOf(element, 'max', 'maximum') }
    switch (inputType) {
      case 'number':
      case 'range':
        if (inputType === 'range') this.losses.near(path, 'control', 'range')
        return { type: 'number', 'x-widget': 'number', ...numbers }
      case 'date':
        return { type: 'string', format: 'date', 'x-widget': 'date' }
      case 'datetime-local':
      case 'datetime':
        return { type: 'string', format: 'date-time', 'x-widget': 'datetime' }
      case 'time':
        return { type: 'string', 'x-widget': 'time' }
      case 'email':
        return { type: 'string', email: true }
      case 'url':
        return { type: 'string', format: 'uri' }
      case 'tel':
      case 'text':
        return { type: 'string', ...numberOf(element, 'maxLength') }
      default:
        this.losses.near(path, 'control', inputType)
        return { type: 'string' }
    }
  }

  private choice(element: Json, path: string, widget: string): FormField | null {
    const options = this.options(element, path)
    if (!options) return { type: 'string' }
    return oneOf(options, widget)
  }

  private choices(element: Json, path: string, widget: string): FormField | null {
    const options = this.options(element, path)
    if (!options) return { type: 'string' }
    const limits = { ...numberOf(element, 'minSelectedChoices', 'minItems'), ...numberOf(element, 'maxSelectedChoices', 'maxItems') }
    return { ...someOf(options, widget), ...limits }
  }

  private options(element: Json, path: string): FieldOption[] | null {
    for (const key of ['choicesByUrl', 'choicesFromQuestion', 'choicesVisibleIf', 'choicesEnableIf', 'choicesOrder'])
      if (element[key] !== undefined) this.losses.lost(pointer(path, key), 'options', element[key])
    const seen = new Set<unknown>()
    const options = list(element.choices).flatMap((choice, at) => {
      const [value, text] = isObject(choice) ? [choice.value, choice.text ?? choice.value] : [choice, choice]
      const here = pointer(pointer(path, 'choices'), at)
      if (isObject(choice) && (choice.visibleIf !== undefined || choice.enableIf !== undefined))
        this.losses.lost(here, 'rule', choice.visibleIf ?? choice.enableIf)
      if (!isLiteral(value) || seen.has(value)) {
        this.losses.lost(here, 'options', choice)
        return []
      }
      seen.add(value)
      return [{ value, label: textOf(text) ?? { zh: String(value), en: String(value) } }]
    })
    for (const [keys, value] of [
      [['showOtherItem', 'hasOther'], 'other'],
      [['showNoneItem', 'hasNone'], 'none'],
    ] as const) {
      const key = keys.find((each) => element[each] === true)
      if (!key || seen.has(value) || options.length === 0) continue
      const label = textOf(element[`${value}Text`]) ?? both(this.speak(value))
      // the field for what "other" is has no place of its own here
      this.losses.near(pointer(path, key), 'options', label.zh)
      options.push({ value, label })
      seen.add(value)
    }
    if (options.length > 0) return options
    this.losses.near(path, 'options', element.choicesByUrl ?? 'no choices')
    return null
  }

  private rating(element: Json, path: string): FormField {
    const values = list(element.rateValues)
    const [low, high] = [numberAt(element, 'rateMin') ?? 1, numberAt(element, 'rateMax') ?? numberAt(element, 'rateCount') ?? 5]
    const look = element.rateType === 'stars' || element.rateDisplayMode === 'stars' ? undefined : 'numbers'
    const rating =
      values.length === 0 && ratingOf(low, high, [textOf(element.minRateDescription), textOf(element.maxRateDescription)], look)
    if (rating) return rating
    this.losses.near(path, 'control', 'rating')
    for (const key of ['minRateDescription', 'maxRateDescription'])
      if (element[key] !== undefined) this.losses.lost(pointer(path, key), 'text', element[key])
    if (values.length > 0) return this.choice(layered({ choices: values }, element), path, 'radio') ?? { type: 'string' }
    return { type: 'integer', minimum: low, maximum: high }
  }

  private file(element: Json, path: string): FormField {
    if (element.storeDataAsText !== false) this.losses.near(path, 'file', 'storeDataAsText')
    const size = numberAt(element, 'maxSize')
    const types = typeof element.acceptedTypes === 'string' ? element.acceptedTypes.split(',').map((type) => type.trim()) : []
    const exact = types.filter((type) => /^[\w.+-]+\/[\w.+-]+$/.test(type))
    if (exact.length < types.length) this.losses.near(pointer(path, 'acceptedTypes'), 'file', element.acceptedTypes)
    const limits = { ...(size ? { maxBytes: size } : {}), ...(exact.length > 0 ? { fileTypes: exact } : {}) }
    if (element.allowMultiple !== true) return { type: 'object', 'x-widget': 'upload', ...limits }
    return { type: 'array', 'x-widget': 'upload', items: { type: 'object' }, ...limits }
  }

  /** Formatted words become plain ones. */
  private note(html: unknown, path: string): FormField | null {
    const text = plainText(html)
    if (!text) return null
    if (/<[a-z]/i.test(`${text.zh} ${String(html)}`)) this.losses.near(pointer(path, 'html'), 'text', html)
    return { type: 'null', 'x-widget': 'note', description: text }
  }

  private panel(element: Json, path: string, prefix: string, key = 'elements'): FormField | null {
    const holder = new Holder(prefix, this.names)
    this.elements(list(element[key]), pointer(path, key), holder)
    return holder.isEmpty ? null : holder.section
  }

  private repeat(
    element: Json,
    elements: readonly unknown[],
    inner: string,
    path: string,
    counts: { least: string; most: string; first: string; add: string; title: string },
  ): FormField | null {
    const holder = new Holder('item.', this.names)
    this.elements(elements, inner, holder)
    if (holder.isEmpty) {
      this.losses.lost(path, 'nothing', element)
      return null
    }
    const [least, most, first] = [counts.least, counts.most, counts.first].map((key) => numberAt(element, key))
    const addLabel = textOf(element[counts.add])
    const rowTitle = rowTitleOf(element[counts.title])
    if (element[counts.title] !== undefined && !rowTitle) this.losses.lost(pointer(path, counts.title), 'text', element[counts.title])
    const isFixed = element.allowAddRows === false || element.allowAddPanel === false || (least !== undefined && least === most)
    const props = { ...(addLabel ? { addLabel } : {}), ...(rowTitle ? { rowTitle } : {}), ...(isFixed ? { fixed: true } : {}) }
    const rows = isFixed ? (first ?? least) : least
    // rows that stand there at first and may be removed are rows of an empty answer
    if (first !== undefined && first > 0 && !isFixed && element.defaultValue === undefined)
      this.losses.near(pointer(path, counts.first), 'value', first)
    const preset = first !== undefined && first > 0 ? { default: Array.from({ length: Math.min(first, 50) }, () => ({})) } : {}
    return {
      ...holder.rows,
      ...(rows === undefined ? {} : { minItems: rows }),
      ...(isFixed && rows !== undefined ? { maxItems: rows } : most === undefined ? {} : { maxItems: most }),
      ...preset,
      ...(Object.keys(props).length > 0 ? { 'x-props': props } : {}),
    }
  }

  private columns(element: Json): Json[] {
    return list(element.columns).map((column) => {
      const own = isObject(column) ? column : { name: String(column) }
      const cellType = own.cellType ?? element.cellType ?? 'dropdown'
      const type = cellType === 'default' ? 'dropdown' : String(cellType)
      const choices = ['dropdown', 'radiogroup', 'checkbox', 'tagbox'].includes(type) ? { choices: own.choices ?? element.choices } : {}
      return layered({ type, ...choices }, own)
    })
  }

  private multipleText(element: Json, path: string): FormField | null {
    const items = list(element.items)
      .filter(isObject)
      .map((item) => layered({ type: 'text' }, item))
    const holder = new Holder('', this.names)
    this.elements(items, pointer(path, 'items'), holder)
    return holder.isEmpty ? null : holder.section
  }

  /** One choice for each row. */
  private matrix(element: Json, path: string): FormField | null {
    const isRequired = element.isAllRowRequired === true || element.eachRowRequired === true
    const columns = list(element.columns)
    const type = element.cellType === 'checkbox' ? 'checkbox' : 'radiogroup'
    const holder = this.rowsOf(element, path, (row) => layered({ type, choices: columns, isRequired }, row))
    const { matrix } = holder
    if (matrix) return matrix
    this.losses.near(path, 'layout', 'matrix')
    return holder.isEmpty ? null : holder.section
  }

  private matrixDropdown(element: Json, path: string): FormField | null {
    this.losses.near(path, 'layout', 'matrixdropdown')
    const holder = this.rowsOf(element, path, (row) => {
      const columns = this.columns(element).map((column) =>
        layered({ name: `${String(row.name)} ${String(column.name)}`, title: column.title ?? column.name }, column),
      )
      return layered({ type: 'panel', elements: columns }, row)
    })
    return holder.isEmpty ? null : holder.section
  }

  /** A group with a field for each row; a rule of a row or column reads the cells of its row. */
  private rowsOf(element: Json, path: string, fieldOf: (row: Json) => Json): Holder {
    const prefix = `${this.names.known(String(element.name))}.`
    const holder = new Holder(prefix, this.names)
    for (const [at, given] of list(element.rows).entries()) {
      const own = isObject(given) ? given : { value: given }
      const name = String(own.value)
      const row = layered({ name, title: own.text ?? own.value, isRequired: own.isRequired === true }, own)
      this.row = (cell) => `${prefix}${this.names.known(name)}.${this.names.known(`${name} ${cell}`)}`
      const field = fieldOf(row)
      this.register(list(field.elements), `${prefix}${this.names.of(name, path, new Losses())}.`)
      this.element(
        layered({ isRequired: field.isRequired === true || own.isRequired === true }, field),
        pointer(pointer(path, 'rows'), at),
        holder,
      )
    }
    this.row = null
    return holder
  }

  /** Validators and the first value. */
  private checked(element: Json, path: string, field: FormField): FormField {
    const checked: FormField = { ...field }
    const preset = presetOf(element, field)
    if (preset !== undefined && ['string', 'number', 'boolean'].includes(typeof preset) && field.type !== 'array') checked.default = preset
    else if (Array.isArray(preset) && field.type === 'array' && field['x-options']) checked.default = wholeOf(preset)
    else if (preset !== undefined) this.losses.lost(pointer(path, 'defaultValue'), 'value', preset)
    for (const [at, validator] of list(element.validators).filter(isObject).entries()) {
      const here = pointer(pointer(path, 'validators'), at)
      if (validator.type === 'numeric')
        Object.assign(checked, numberOf(validator, 'minValue', 'minimum'), numberOf(validator, 'maxValue', 'maximum'))
      else if (validator.type === 'text') Object.assign(checked, numberOf(validator, 'minLength'), numberOf(validator, 'maxLength'))
      else if (validator.type === 'email') checked.email = true
      else if (validator.type === 'answercount')
        Object.assign(checked, numberOf(validator, 'minCount', 'minItems'), numberOf(validator, 'maxCount', 'maxItems'))
      else if (validator.type === 'regex' && typeof validator.regex === 'string' && isSafePattern(validator.regex))
        checked.pattern = validator.regex
      else if (validator.type === 'expression') this.losses.lost(here, 'rule', validator)
      else this.losses.lost(here, validator.type === 'regex' ? 'pattern' : 'rule', validator)
    }
    return checked
  }
}

function mapText(value: unknown, change: (words: string) => string): LocalText | null {
  const text = textOf(value)
  return text && { zh: change(text.zh), en: change(text.en) }
}

/** A name that someone gave, and not the tool. */
function pageName(name: unknown): LocalText | null {
  return typeof name === 'string' && !/^page\d+$/i.test(name) ? textOf(name) : null
}

/** The number of a row is the only thing that a title of rows may name. */
function rowTitleOf(value: unknown): LocalText | null {
  const title = mapText(value, (words) => words.replaceAll(/\{(?:panelIndex|rowIndex)\}/g, '{{number}}'))
  return title && !/(?<!\{)\{(?!\{)/.test(`${title.zh} ${title.en}`) ? title : null
}

/** `{ [to]: element[from] }` when it is a number above zero, or any number for limits of values. */
function numberOf(element: Json, from: string, to = from): FormField {
  const value = numberAt(element, from)
  const isCount = /Length|Items/.test(to)
  return value === undefined || (isCount && value < 0) || (to.startsWith('maxLength') && value <= 0) ? {} : { [to]: value }
}
function numberAt(element: Json, key: string): number | undefined {
  return typeof element[key] === 'number' ? element[key] : undefined
}

/** The first value; that of a yes / no question is often written as a text, or as one of its two values. */
function presetOf({ defaultValue, valueTrue = 'true', valueFalse = 'false' }: Json, { type }: FormField): unknown {
  if (type !== 'boolean') return defaultValue
  if (defaultValue === valueTrue) return true
  return defaultValue === valueFalse ? false : defaultValue
}
