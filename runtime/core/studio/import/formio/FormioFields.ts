/** A Form.io component of one answer -> the field. */
import { pointer } from '../../../documents/failure.ts'
import type { FormField } from '../../../documents.ts'
import { type FieldOption, Holder, oneOf, someOf } from '../Holder.ts'
import type { Losses } from '../ImportReport.ts'
import { both, given, isLiteral, isObject, type Json, limit, list, objectsOf, plainText, textOf } from '../reading.ts'
import { validateOf } from './formioParts.ts'

export class FormioFields {
  private readonly losses: Losses
  constructor(losses: Losses) {
    this.losses = losses
  }

  /** Null for what is no field; that is in the report. */
  readonly kinds: Record<string, (component: Json, path: string, prefix: string) => FormField | null> = {
    textfield: () => ({ type: 'string' }),
    textarea: (component, path) => {
      if (component.wysiwyg === true || component.editor !== undefined) this.losses.near(path, 'control', component.editor ?? 'wysiwyg')
      return {
        type: 'string',
        'x-widget': 'textarea',
        ...(typeof component.rows === 'number' && component.rows > 1 && component.rows < 21 ? { 'x-props': { rows: component.rows } } : {}),
      }
    },
    number: (component) => ({ type: component.decimalLimit === 0 ? 'integer' : 'number', 'x-widget': 'number' }),
    currency: (component, path) => {
      this.losses.near(path, 'control', `currency ${String(component.currency ?? '')}`)
      return { type: 'number', 'x-widget': 'number' }
    },
    password: (_, path) => {
      this.losses.near(path, 'control', 'password')
      return { type: 'string' }
    },
    email: () => ({ type: 'string', email: true }),
    url: () => ({ type: 'string', format: 'uri' }),
    phoneNumber: (component, path) => {
      if (component.inputMask !== undefined) this.losses.near(pointer(path, 'inputMask'), 'pattern', component.inputMask)
      return { type: 'string', maxLength: 30 }
    },
    tags: (component, path) => this.near(path, 'control', component, { type: 'string' }),
    address: (component, path) => this.near(path, 'control', component, { type: 'string', 'x-widget': 'textarea' }),
    datetime: (component) =>
      component.enableDate === false
        ? { type: 'string', 'x-widget': 'time' }
        : component.enableTime === false || (isObject(component.widget) && component.widget.enableTime === false)
          ? { type: 'string', format: 'date', 'x-widget': 'date' }
          : { type: 'string', format: 'date-time', 'x-widget': 'datetime' },
    day: (component, path) => {
      if (component.fields !== undefined) this.losses.near(pointer(path, 'fields'), 'control', component.fields)
      return { type: 'string', format: 'date', 'x-widget': 'date' }
    },
    time: () => ({ type: 'string', 'x-widget': 'time' }),
    checkbox: (component) =>
      validateOf(component).required === true
        ? { type: 'boolean', 'x-widget': 'agreement', const: true }
        : { type: 'boolean', 'x-widget': 'switch' },
    radio: (component, path) => this.choice(component, list(component.values), pointer(path, 'values'), 'radio', path),
    select: (component, path) => this.select(component, path),
    selectboxes: (component, path) => {
      const options = this.options(list(component.values), pointer(path, 'values'))
      if (options.length === 0) return this.near(path, 'options', component.dataSrc ?? 'no values', { type: 'string' })
      const validate = validateOf(component)
      return { ...someOf(options), ...limit(validate, 'minSelectedCount', 'minItems'), ...limit(validate, 'maxSelectedCount', 'maxItems') }
    },
    survey: (component, path, prefix) => this.survey(component, path, prefix),
    signature: () => ({ type: 'object', 'x-widget': 'signature' }),
    file: (component, path) => this.file(component, path),
    htmlelement: (component, path) => this.note(component, 'content', path),
    content: (component, path) => this.note(component, 'html', path),
    hidden: (component, path) => {
      this.losses.lost(path, 'type', component)
      return null
    },
  }

  private near(path: string, reason: 'control' | 'options', found: unknown, field: FormField): FormField {
    this.losses.near(path, reason, isObject(found) ? (found.type ?? '') : found)
    return field
  }

  private select(component: Json, path: string): FormField {
    const data = isObject(component.data) ? component.data : {}
    const isStatic = component.dataSrc === undefined || component.dataSrc === 'values' || component.dataSrc === ''
    if (!isStatic && list(data.values).length === 0) {
      this.losses.lost(pointer(path, 'data'), 'options', component.data ?? component.dataSrc)
      return this.near(path, 'options', component.dataSrc, { type: 'string' })
    }
    if (!isStatic) this.losses.near(pointer(path, 'dataSrc'), 'options', component.dataSrc)
    return this.choice(component, list(data.values), pointer(pointer(path, 'data'), 'values'), 'select', path)
  }

  private choice(component: Json, values: readonly unknown[], at: string, widget: string, path: string): FormField {
    const options = this.options(values, at)
    if (options.length === 0) return this.near(path, 'options', 'no values', { type: 'string' })
    return component.multiple === true ? someOf(options, options.length > 12 ? 'multiSelect' : 'checkbox') : oneOf(options, widget)
  }

  private options(values: readonly unknown[], path: string): FieldOption[] {
    const seen = new Set<unknown>()
    return values.flatMap((option, at) => {
      const value = isObject(option) ? option.value : option
      const label = isObject(option) ? textOf(option.label) : null
      // an empty row is what the other tool shows for "not yet written"
      if (value === '' && !label) return []
      if (!isLiteral(value) || value === '' || seen.has(value)) {
        this.losses.lost(pointer(path, at), 'options', option)
        return []
      }
      seen.add(value)
      return [{ value, label: label ?? both(String(value)) }]
    })
  }

  /** Questions with the same answers: one choice for each. */
  private survey(component: Json, path: string, prefix: string): FormField | null {
    this.losses.near(path, 'layout', 'survey')
    const options = this.options(list(component.values), pointer(path, 'values'))
    const { required } = validateOf(component)
    const holder = new Holder(prefix)
    for (const [at, question] of objectsOf(component.questions)) {
      const name = holder.names.of(String(question.value ?? `row${at + 1}`), pointer(pointer(path, 'questions'), at), this.losses)
      const title = textOf(question.label) ?? both(name)
      holder.put(name, { ...oneOf(options, 'radio'), title, ...given('description', textOf(question.tooltip)) }, required === true)
    }
    return holder.isEmpty || options.length === 0 ? null : holder.section
  }

  private file(component: Json, path: string): FormField {
    const patterns = String(component.filePattern ?? '')
      .split(/[,;]/)
      .map((each) => each.trim())
      .filter((each) => each !== '' && each !== '*')
    const types = patterns
      .filter((each) => /^[\w.+-]+\/[\w.+*-]+$/.test(each) || /^\.\w+$/.test(each))
      .map((each) => each.replace(/^\./, ''))
    if (types.length < patterns.length) this.losses.near(pointer(path, 'filePattern'), 'file', component.filePattern)
    const maxBytes = bytesOf(component.fileMaxSize)
    if (component.fileMinSize !== undefined && bytesOf(component.fileMinSize))
      this.losses.lost(pointer(path, 'fileMinSize'), 'file', component.fileMinSize)
    const limits = { ...(maxBytes ? { maxBytes } : {}), ...(types.length > 0 ? { fileTypes: types } : {}) }
    return component.multiple === true
      ? { type: 'array', 'x-widget': 'upload', items: { type: 'object' }, ...limits }
      : { type: 'object', 'x-widget': 'upload', ...limits }
  }

  private note(component: Json, key: string, path: string): FormField | null {
    const description = plainText(component[key])
    if (!description) return null
    if (/<[a-z]/i.test(String(component[key]))) this.losses.near(pointer(path, key), 'text', component[key])
    const hasTitle = component.type === 'content' && component.hideLabel === false
    if (!hasTitle && component.label !== undefined) this.losses.aside(pointer(path, 'label'), 'layout', component.label)
    return { 'x-widget': 'note', description, ...(hasTitle ? {} : { title: undefined as never }) }
  }
}

/** `10MB` -> bytes. */
function bytesOf(size: unknown): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*(B|KB|MB|GB)$/i.exec(String(size ?? '').trim())
  if (!match) return null
  return Math.round(Number(match[1]) * 1024 ** ['B', 'KB', 'MB', 'GB'].indexOf(match[2]!.toUpperCase()))
}
