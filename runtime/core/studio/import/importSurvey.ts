/** A survey document (pages of elements, as SurveyJS writes them) -> our form: pages become steps, panels groups, dynamic panels repeat groups,
 *  conditions rules. What there is no field for is named in the report. */
import { pointer } from '../../documents/failure.ts'
import type { FormDocument, FormField, LocalText } from '../../documents.ts'
import { compileVisualRule, type RuleLiteral } from '../visualRule.ts'
import { FieldNames } from './fieldNames.ts'
import { type ImportLoss, type ImportWords, Losses } from './ImportReport.ts'
import { both, isLiteral, isObject, isSafePattern, type Json, list, textOf } from './reading.ts'
import { type SurveyField, surveyCondition } from './surveyCondition.ts'

interface Imported {
  form: Pick<FormDocument, 'title' | 'schema' | 'steps' | 'sections'>
  losses: ImportLoss[]
}
interface Holder {
  properties: Record<string, FormField>
  required: string[]
  /** Prefix in rules. */
  prefix: string
}

export function importSurvey(document: Json, words: ImportWords): Imported {
  return new Reader(document, words).read()
}

/** Keys of the whole that a form has no word for. */
const SILENT = new Set([
  'title',
  'description',
  'pages',
  'elements',
  'questions',
  'locale',
  'logoPosition',
  'showQuestionNumbers',
  'widthMode',
  'completeText',
  'headerView',
  'questionErrorLocation',
  'checkErrorsMode',
  'textUpdateMode',
])
const BASE = [
  'type',
  'name',
  'title',
  'description',
  'isRequired',
  'visibleIf',
  'enableIf',
  'requiredIf',
  'defaultValue',
  'placeholder',
  'placeHolder',
  'validators',
  'readOnly',
  'startWithNewLine',
  'titleLocation',
  'requiredErrorText',
  'visible',
  'state',
  'hideNumber',
  'width',
  'minWidth',
  'maxWidth',
  'colCount',
  'valueName',
  'correctAnswer',
  'clearIfInvisible',
  'tooltip',
]

class Reader {
  private readonly document: Json
  private readonly losses = new Losses()
  private readonly names = new FieldNames()
  /** Name in the survey -> how rules name it. */
  private readonly places = new Map<string, { field: string; isList: boolean }>()

  private readonly speak: ImportWords
  constructor(document: Json, words: ImportWords) {
    this.document = document
    this.speak = words
  }

  read(): Imported {
    const pages = this.pages()
    const holder: Holder = { properties: {}, required: [], prefix: '' }
    const isStepped = pages.length > 1
    const steps: NonNullable<FormDocument['steps']> = []
    for (const { page } of pages) this.register(list(page.elements ?? page.questions), '')
    for (const [at, { page, path }] of pages.entries()) {
      const id = `step${at + 1}`
      const before = new Set(Object.keys(holder.properties))
      this.elements(list(page.elements ?? page.questions), pointer(path, 'elements'), holder)
      const visible = this.rule(page.visibleIf, pointer(path, 'visibleIf'), '')
      for (const name of Object.keys(holder.properties))
        if (!before.has(name)) holder.properties[name] = withRule(holder.properties[name]!, visible, isStepped ? id : null)
      if (isStepped) steps.push({ id, title: textOf(page.title ?? page.name) ?? both(this.speak('step', { number: at + 1 })) })
      for (const key of ['enableIf', 'requiredIf', 'questionsOrder', 'timeLimit', 'maxTimeToFinish'])
        if (page[key] !== undefined) this.losses.lost(pointer(path, key), key.endsWith('If') ? 'rule' : 'layout', page[key])
    }
    if (this.document.description !== undefined) this.losses.lost('/description', 'text', this.document.description)
    for (const key of Object.keys(this.document))
      if (!SILENT.has(key))
        this.losses.lost(`/${key}`, key === 'triggers' || key === 'calculatedValues' ? 'rule' : 'layout', this.document[key])
    const required = holder.required.length > 0 ? { required: holder.required } : {}
    const title = textOf(this.document.title) ?? both(this.speak('title'))
    if (Object.keys(holder.properties).length === 0) this.losses.lost('', 'nothing', this.document)
    return {
      form: { title, schema: { type: 'object', properties: holder.properties, ...required }, ...(isStepped ? { steps } : {}) },
      losses: this.losses.list,
    }
  }

  private pages(): { page: Json; path: string }[] {
    const { pages, elements, questions } = this.document
    if (Array.isArray(pages)) return pages.filter(isObject).map((page, at) => ({ page, path: `/pages/${at}` }))
    return [{ page: { elements: elements ?? questions }, path: '' }]
  }

  /** What conditions may name, before any is read: they look ahead too. */
  private register(elements: readonly unknown[], prefix: string): void {
    for (const element of elements.filter(isObject)) {
      const name = String(element.name ?? '')
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
    const name = this.names.of(given, path, this.losses)
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
    holder.properties[name] = { ...field, ...words, ...conditions }
    if (element.visible === false) this.losses.lost(pointer(path, 'visible'), 'rule', 'visible: false')
    if (element.readOnly === true) holder.properties[name] = { ...holder.properties[name], 'x-enabledWhen': { cel: 'false' } }
    if (element.isRequired === true && field['x-widget'] !== 'section') holder.required.push(name)
  }

  private condition(key: string, source: unknown, path: string, prefix: string): FormField {
    const cel = this.rule(source, path, prefix)
    return cel === null ? {} : { [key]: { cel } }
  }

  private rule(source: unknown, path: string, prefix: string): string | null {
    if (typeof source !== 'string' || source.trim() === '') return null
    const fieldOf: SurveyField = (name) => {
      const inRow = /^(?:panel|row)\.(.+)$/.exec(name)?.[1]
      if (inRow !== undefined && prefix === 'item.') return { field: `item.${this.names.known(inRow)}`, isList: false }
      return this.places.get(name) ?? null
    }
    const rule = surveyCondition(source, fieldOf)
    const cel = rule && compileVisualRule(rule)
    if (!cel) this.losses.lost(path, 'rule', source)
    return cel
  }

  private field(element: Json, path: string, prefix: string): FormField | null {
    const type = String(element.type ?? 'text')
    this.reportUnknown(element, type, path)
    const reader = this.kinds[type]
    if (!reader) {
      this.losses.lost(path, type === 'expression' ? 'rule' : 'type', type)
      return null
    }
    const field = reader(element, path, prefix)
    return field && this.checked(element, path, field)
  }

  private readonly kinds: Record<string, (element: Json, path: string, prefix: string) => FormField | null> = {
    text: (element, path) => this.text(element, path),
    comment: (element) => ({ type: 'string', 'x-widget': 'textarea', ...numberOf(element, 'maxLength') }),
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
      }),
    matrixdynamic: (element, path) =>
      this.repeat(element, this.columns(element), pointer(path, 'columns'), path, { least: 'minRowCount', most: 'maxRowCount' }),
    multipletext: (element, path) => this.multipleText(element, path),
    matrix: (element, path) => this.matrix(element, path),
    matrixdropdown: (element, path) => this.matrixDropdown(element, path),
  }

  private text({ inputType = 'text', ...element }: Json, path: string): FormField | null {
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
    return { type: typeOf(options), 'x-widget': widget, 'x-options': options }
  }

  private choices(element: Json, path: string, widget: string): FormField | null {
    const options = this.options(element, path)
    if (!options) return { type: 'string' }
    const limits = { ...numberOf(element, 'minSelectedChoices', 'minItems'), ...numberOf(element, 'maxSelectedChoices', 'maxItems') }
    return { type: 'array', 'x-widget': widget, items: { type: typeOf(options) }, uniqueItems: true, 'x-options': options, ...limits }
  }

  private options(element: Json, path: string): { value: RuleLiteral; label: LocalText }[] | null {
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
    const isText = options.every(({ value }) => typeof value === 'string')
    for (const [key, value, label] of [
      ['hasOther', 'other', both(this.speak('other'))],
      ['showOtherItem', 'other', both(this.speak('other'))],
      ['hasNone', 'none', both(this.speak('none'))],
      ['showNoneItem', 'none', both(this.speak('none'))],
    ] as const) {
      if (element[key] !== true || seen.has(value) || !isText) continue
      this.losses.near(pointer(path, key), 'options', key)
      options.push({ value, label })
      seen.add(value)
    }
    if (options.length > 0) return options
    this.losses.near(path, 'options', element.choicesByUrl ?? 'no choices')
    return null
  }

  private rating(element: Json, path: string): FormField {
    this.losses.near(path, 'control', 'rating')
    for (const key of ['minRateDescription', 'maxRateDescription'])
      if (element[key] !== undefined) this.losses.lost(pointer(path, key), 'text', element[key])
    const values = list(element.rateValues)
    if (values.length > 0) return { ...this.choice({ ...element, choices: values }, path, 'radio') }
    const [low, high] = [numberAt(element, 'rateMin') ?? 1, numberAt(element, 'rateMax') ?? numberAt(element, 'rateCount') ?? 5]
    const options = Array.from({ length: Math.max(1, Math.min(20, high - low + 1)) }, (_, at) => ({
      value: low + at,
      label: { zh: String(low + at), en: String(low + at) },
    }))
    return { type: 'integer', 'x-widget': 'radio', 'x-options': options }
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
    const text = mapText(html, (words) =>
      words
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    if (!text || (text.zh === '' && text.en === '')) return null
    this.losses.near(pointer(path, 'html'), 'text', html)
    return { type: 'null', 'x-widget': 'note', description: text }
  }

  private panel(element: Json, path: string, prefix: string): FormField | null {
    const holder: Holder = { properties: {}, required: [], prefix }
    this.elements(list(element.elements), pointer(path, 'elements'), holder)
    if (Object.keys(holder.properties).length === 0) return null
    return {
      type: 'object',
      'x-widget': 'section',
      properties: holder.properties,
      ...(holder.required.length > 0 ? { required: holder.required } : {}),
    }
  }

  private repeat(
    element: Json,
    elements: readonly unknown[],
    inner: string,
    path: string,
    counts: { least: string; most: string },
  ): FormField | null {
    const holder: Holder = { properties: {}, required: [], prefix: 'item.' }
    this.elements(elements, inner, holder)
    if (Object.keys(holder.properties).length === 0) {
      this.losses.lost(path, 'nothing', element.type)
      return null
    }
    const items: FormField = {
      type: 'object',
      properties: holder.properties,
      ...(holder.required.length > 0 ? { required: holder.required } : {}),
    }
    return {
      type: 'array',
      'x-widget': 'repeat',
      items,
      ...numberOf(element, counts.least, 'minItems'),
      ...numberOf(element, counts.most, 'maxItems'),
    }
  }

  private columns(element: Json): Json[] {
    return list(element.columns).map((column) => {
      const given = isObject(column) ? column : { name: String(column) }
      const { cellType = element.cellType ?? 'dropdown', ...own } = given
      const type = cellType === 'default' ? 'dropdown' : String(cellType)
      const choices = ['dropdown', 'radiogroup', 'checkbox', 'tagbox'].includes(type) ? { choices: own.choices ?? element.choices } : {}
      return { ...own, ...choices, type }
    })
  }

  private multipleText(element: Json, path: string): FormField | null {
    const items = list(element.items)
      .filter(isObject)
      .map((item) => ({ ...item, type: 'text' }))
    const holder: Holder = { properties: {}, required: [], prefix: '' }
    this.elements(items, pointer(path, 'items'), holder)
    return {
      type: 'object',
      'x-widget': 'section',
      properties: holder.properties,
      ...(holder.required.length > 0 ? { required: holder.required } : {}),
    }
  }

  /** One choice for each row. */
  private matrix(element: Json, path: string): FormField | null {
    this.losses.near(path, 'layout', 'matrix')
    const rows = list(element.rows).map((row) => (isObject(row) ? row : { value: row }))
    const elements = rows.map((row) => ({
      type: 'radiogroup',
      name: String(row.value),
      title: row.text ?? row.value,
      choices: element.columns,
      isRequired: element.isAllRowRequired === true,
    }))
    return this.panel({ elements }, path, `${this.names.known(String(element.name))}.`)
  }

  private matrixDropdown(element: Json, path: string): FormField | null {
    this.losses.near(path, 'layout', 'matrixdropdown')
    const rows = list(element.rows).map((row) => (isObject(row) ? row : { value: row }))
    const elements = rows.map((row) => ({
      type: 'panel',
      name: String(row.value),
      title: row.text ?? row.value,
      elements: this.columns(element).map((column) => ({
        ...column,
        name: `${String(row.value)} ${String(column.name)}`,
        title: column.title ?? column.name,
      })),
    }))
    return this.panel({ elements }, path, `${this.names.known(String(element.name))}.`)
  }

  /** Validators and the first value. */
  private checked(element: Json, path: string, field: FormField): FormField {
    const checked: FormField = { ...field }
    const preset = element.defaultValue
    if (preset !== undefined && ['string', 'number', 'boolean'].includes(typeof preset) && field.type !== 'array') checked.default = preset
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
      else this.losses.lost(here, validator.type === 'regex' ? 'pattern' : 'rule', validator)
      if (validator.text !== undefined) this.losses.lost(pointer(here, 'text'), 'text', validator.text)
    }
    return checked
  }

  private reportUnknown(element: Json, type: string, path: string): void {
    const known = new Set([...BASE, ...(KEYS[type] ?? [])])
    for (const key of Object.keys(element))
      if (!known.has(key)) this.losses.lost(pointer(path, key), /If$|Expression$/.test(key) ? 'rule' : 'keyword', element[key])
  }
}

const CHOICE_KEYS = [
  'choices',
  'hasOther',
  'showOtherItem',
  'hasNone',
  'showNoneItem',
  'choicesByUrl',
  'choicesFromQuestion',
  'choicesVisibleIf',
  'choicesEnableIf',
  'choicesOrder',
  'otherText',
  'noneText',
]
const KEYS: Record<string, string[]> = {
  text: ['inputType', 'min', 'max', 'step', 'maxLength', 'autocomplete'],
  comment: ['rows', 'maxLength', 'autoGrow', 'cols'],
  radiogroup: [...CHOICE_KEYS, 'showClearButton'],
  dropdown: [...CHOICE_KEYS, 'searchEnabled', 'allowClear'],
  buttongroup: CHOICE_KEYS,
  checkbox: [...CHOICE_KEYS, 'minSelectedChoices', 'maxSelectedChoices'],
  tagbox: [...CHOICE_KEYS, 'minSelectedChoices', 'maxSelectedChoices', 'searchEnabled', 'closeOnSelect'],
  imagepicker: [...CHOICE_KEYS, 'multiSelect', 'showLabel', 'imageFit', 'contentMode'],
  ranking: CHOICE_KEYS,
  boolean: ['labelTrue', 'labelFalse', 'valueTrue', 'valueFalse', 'renderAs', 'label'],
  rating: [
    'rateMin',
    'rateMax',
    'rateCount',
    'rateValues',
    'rateType',
    'minRateDescription',
    'maxRateDescription',
    'autoGenerate',
    'displayMode',
    'rateStep',
  ],
  file: [
    'allowMultiple',
    'maxSize',
    'acceptedTypes',
    'storeDataAsText',
    'waitForUpload',
    'showPreview',
    'allowImagesPreview',
    'needConfirmRemoveFile',
    'sourceType',
  ],
  signaturepad: ['signatureWidth', 'signatureHeight', 'penColor', 'dataFormat', 'storeDataAsText'],
  html: ['html'],
  image: ['imageLink', 'imageHeight', 'imageWidth', 'altText', 'imageFit', 'contentMode'],
  panel: ['elements', 'innerIndent', 'showNumber', 'questionTitleLocation'],
  paneldynamic: [
    'templateElements',
    'templateTitle',
    'panelCount',
    'minPanelCount',
    'maxPanelCount',
    'panelAddText',
    'panelRemoveText',
    'confirmDelete',
    'renderMode',
    'displayMode',
  ],
  matrixdynamic: [
    'columns',
    'choices',
    'cellType',
    'rowCount',
    'minRowCount',
    'maxRowCount',
    'addRowText',
    'removeRowText',
    'confirmDelete',
  ],
  multipletext: ['items', 'itemSize'],
  matrix: ['columns', 'rows', 'isAllRowRequired', 'alternateRows'],
  matrixdropdown: ['columns', 'rows', 'choices', 'cellType'],
}

function withRule(field: FormField, cel: string | null, step: string | null): FormField {
  const own = field['x-visibleWhen']?.cel
  const rule = cel === null ? {} : { 'x-visibleWhen': { cel: own === undefined ? cel : `(${cel}) && (${own})` } }
  return { ...field, ...rule, ...(step === null ? {} : { 'x-step': step }) }
}

function mapText(value: unknown, change: (words: string) => string): LocalText | null {
  const text = textOf(value)
  return text && { zh: change(text.zh), en: change(text.en) }
}

function typeOf(options: readonly { value: RuleLiteral }[]): string {
  const types = new Set(options.map(({ value }) => typeof value))
  return types.size === 1 ? [...types][0]! : 'string'
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
