/** A question of a survey with one answer -> the field. */
import { pointer } from '../../../documents/failure.ts'
import type { FormField } from '../../../documents.ts'
import { type FieldOption, oneOf, ratingOf, someOf } from '../Holder.ts'
import type { ImportWords, Losses } from '../ImportReport.ts'
import { layered } from '../Ledger.ts'
import { both, isLiteral, isObject, type Json, list, plainText, textOf } from '../reading.ts'
import { numberAt, numberOf } from './surveyNumbers.ts'

export class SurveyFields {
  private readonly losses: Losses
  private readonly speak: ImportWords
  constructor(words: ImportWords, losses: Losses) {
    this.speak = words
    this.losses = losses
  }

  /** Null for what is no field; that is in the report. */
  readonly kinds: Record<string, (element: Json, path: string) => FormField | null> = {
    text: (element, path) => this.text(element, path),
    comment: (element, path) => {
      const rows = numberAt(element, 'rows')
      const isFit = rows !== undefined && rows >= 2 && rows <= 20
      if (element.rows !== undefined && !isFit) this.losses.aside(pointer(path, 'rows'), 'layout', element.rows)
      const props = isFit ? { 'x-props': { rows } } : {}
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
    for (const key of ['choicesByUrl', 'choicesFromQuestion', 'choicesEnableIf', 'choicesOrder'])
      if (element[key] !== undefined) this.losses.lost(pointer(path, key), 'options', element[key])
    const seen = new Set<unknown>()
    const options = list(element.choices).flatMap((choice, at) => {
      const [value, text] = isObject(choice) ? [choice.value, choice.text ?? choice.value] : [choice, choice]
      const here = pointer(pointer(path, 'choices'), at)
      if (isObject(choice) && choice.enableIf !== undefined) this.losses.lost(here, 'rule', choice.enableIf)
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
      // there is no separate field for the text of "other" here
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
}
