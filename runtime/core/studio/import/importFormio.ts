/** A form of Form.io (components, each with a type and a key) -> our form: pages of a wizard become steps, containers groups, grids repeat groups,
 *  what only arranges is flattened, simple conditions become rules. Code in it is never run. */
import { pointer } from '../../documents/failure.ts'
import type { FormDocument, FormField } from '../../documents.ts'
import { compileVisualRule, type RuleOperator, type VisualRule } from '../visualRule.ts'
import { type FieldOption, Holder, type ImportedContent, oneOf, shownWhile, someOf } from './Holder.ts'
import type { ImportWords, Losses } from './ImportReport.ts'
import { entriesOf, layered, wholeOf } from './Ledger.ts'
import { both, given, isLiteral, isObject, isSafePattern, type Json, limit, list, plainText, textOf } from './reading.ts'

export function importFormio(document: Json, words: ImportWords, losses: Losses): ImportedContent {
  return new Reader(document, words, losses).read()
}

/** Components that only arrange others; what stands in them belongs to what is around. */
const ARRANGING = new Set(['columns', 'fieldset', 'panel', 'table', 'tabs', 'well'])
/** Names of fields in conditions -> how rules here name them. */
interface KnownField {
  field: string
  isList: boolean
  /** Keys are answers: conditions say `key.option`. */
  isBoxes: boolean
  isNumber: boolean
}

class Reader {
  private readonly document: Json
  private readonly speak: ImportWords
  private readonly losses: Losses
  private readonly known = new Map<string, KnownField>()
  constructor(document: Json, speak: ImportWords, losses: Losses) {
    this.document = document
    this.speak = speak
    this.losses = losses
  }

  read(): ImportedContent {
    const components = list(this.document.components).filter(isObject)
    const holder = new Holder()
    this.register(components, holder, '')
    if (this.document.display !== undefined && this.document.display !== 'wizard')
      this.losses.aside('/display', 'layout', this.document.display)
    const isWizard = this.document.display === 'wizard' && components.filter(({ type }) => type === 'panel').length > 1
    const steps: NonNullable<FormDocument['steps']> = []
    for (const [at, component] of components.entries()) {
      const path = `/components/${at}`
      const before = new Set(Object.keys(holder.properties))
      const isPage = isWizard && component.type === 'panel'
      const isShown = this.component(component, path, holder, isPage)
      if (!isWizard || !isShown) continue
      if (isPage) {
        const title = textOf(component.title ?? component.label) ?? both(this.speak('step', { number: steps.length + 1 }))
        steps.push({ id: `step${steps.length + 1}`, title })
      } else if (steps.length === 0) steps.push({ id: 'step1', title: both(this.speak('step', { number: 1 })) })
      for (const name of Object.keys(holder.properties))
        if (!before.has(name)) holder.properties[name] = { ...holder.properties[name]!, 'x-step': steps.at(-1)!.id }
    }
    const button = components.find((part) => part.type === 'button' && (part.action === undefined || part.action === 'submit'))
    const submitLabel = button ? textOf(button.label) : null
    return {
      title: textOf(this.document.title ?? this.document.name) ?? both(this.speak('title')),
      schema: { type: 'object', ...holder.content },
      ...(steps.length > 0 ? { steps } : {}),
      ...(submitLabel && submitLabel.en !== 'Submit' ? { submitLabel } : {}),
    }
  }

  /** What conditions may name, before any is read: they look ahead too. */
  private register(components: readonly Json[], holder: Holder, path: string, prefix = ''): void {
    for (const component of components) {
      const type = String(component.type)
      const inner = innerOf(component).flatMap(({ parts }) => parts)
      if (ARRANGING.has(type)) {
        this.register(inner, holder, path, prefix)
        continue
      }
      const key = String(component.key ?? '')
      if (type === 'container') this.register(inner, new Holder(), path, `${prefix}${key}.`)
      else if (type !== 'datagrid' && type !== 'editgrid') {
        const field = {
          field: `${prefix}${prefix === '' ? holder.names.of(key, path, this.losses) : key}`,
          isList: isMany(component),
          isBoxes: type === 'selectboxes',
          isNumber: type === 'number' || type === 'currency',
        }
        for (const name of [`${prefix}${key}`, key]) if (!this.known.has(name)) this.known.set(name, field)
      }
    }
  }

  /** @returns whether anything came of it */
  private component(component: Json, path: string, holder: Holder, isPage = false): boolean {
    const type = String(component.type ?? '')
    const cel = this.conditionOf(component, path, holder)
    if (ARRANGING.has(type)) return this.arranging(component, path, holder, { cel, isPage })
    if (type === 'button') {
      if (component.action !== undefined && component.action !== 'submit') this.losses.lost(path, 'type', component)
      return false
    }
    const key = String(component.key ?? type)
    const made = holder.names.of(key, path, this.losses)
    const name = made in holder.properties ? holder.names.anew(key, path, this.losses) : made
    const field = this.field(component, type, path, `${holder.prefix}${name}.`)
    if (!field) return false
    const own = { ...this.words(component, type, path), ...field }
    if (component.disabled === true) own['x-enabledWhen'] = { cel: 'false' }
    if (component.hidden === true) this.losses.lost(pointer(path, 'hidden'), 'rule', true)
    const { required } = this.validateOf(component)
    holder.put(name, shownWhile(own, cel), required === true)
    return true
  }

  private validateOf(component: Json): Json {
    return isObject(component.validate) ? component.validate : {}
  }

  private arranging(component: Json, path: string, holder: Holder, { cel, isPage }: { cel: string | null; isPage: boolean }): boolean {
    const before = new Set(Object.keys(holder.properties))
    const title = textOf(
      component.legend ??
        (component.type === 'well' || component.type === 'columns' || component.type === 'table'
          ? undefined
          : (component.title ?? component.label)),
    )
    const parts = innerOf(component)
    if (title && !isPage && component.hideLabel !== true && component.type !== 'tabs') {
      const name = holder.names.free('heading')
      holder.put(name, { type: 'null', 'x-widget': 'section', title }, false)
    }
    for (const { parts: inner, path: below, label } of parts) {
      const heading = textOf(label)
      if (heading) holder.put(holder.names.free('heading'), { type: 'null', 'x-widget': 'section', title: heading }, false)
      for (const [at, part] of inner.entries()) this.component(part, pointer(path + below, at), holder)
    }
    for (const name of Object.keys(holder.properties))
      if (!before.has(name)) holder.properties[name] = shownWhile(holder.properties[name]!, cel)
    return Object.keys(holder.properties).length > before.size
  }

  private words(component: Json, type: string, path: string): FormField {
    const title = plainText(component.label) ?? both(String(component.key ?? type))
    const help = [plainText(component.description), plainText(component.tooltip)].filter((text) => text !== null)
    const description = help.length > 0 ? { zh: help.map(({ zh }) => zh).join('\n'), en: help.map(({ en }) => en).join('\n') } : null
    const unit = textOf(component.suffix ?? component.prefix)
    if (unit && type !== 'number') this.losses.lost(pointer(path, component.suffix === undefined ? 'prefix' : 'suffix'), 'text', unit.zh)
    return {
      title,
      ...given('description', description),
      ...given('x-placeholder', textOf(component.placeholder)),
      ...(unit && type === 'number' ? { 'x-props': { unit } } : {}),
    }
  }

  private field(component: Json, type: string, path: string, prefix: string): FormField | null {
    const reader = this.kinds[type]
    if (!reader) {
      this.losses.lost(path, 'type', component)
      return null
    }
    const field = reader(component, path, prefix)
    if (!field) return null
    const isMultiple = component.multiple === true && field.type !== 'array' && field['x-widget'] !== 'note'
    const checked = { ...field, ...this.limits(component, field, path), ...this.presetOf(component, field, path) }
    if (!isMultiple) return checked
    this.losses.near(pointer(path, 'multiple'), 'type', 'multiple')
    const { default: _, ...row } = checked
    const rows = new Holder('item.')
    rows.put('value', { ...row, title: textOf(component.label) ?? both(this.speak('value')) }, true)
    return rows.rows
  }

  private readonly kinds: Record<string, (component: Json, path: string, prefix: string) => FormField | null> = {
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
      this.validateOf(component).required === true
        ? { type: 'boolean', 'x-widget': 'agreement', const: true }
        : { type: 'boolean', 'x-widget': 'switch' },
    radio: (component, path) => this.choice(component, list(component.values), pointer(path, 'values'), 'radio', path),
    select: (component, path) => this.select(component, path),
    selectboxes: (component, path) => {
      const options = this.options(list(component.values), pointer(path, 'values'))
      if (options.length === 0) return this.near(path, 'options', component.dataSrc ?? 'no values', { type: 'string' })
      const validate = this.validateOf(component)
      return { ...someOf(options), ...limit(validate, 'minSelectedCount', 'minItems'), ...limit(validate, 'maxSelectedCount', 'maxItems') }
    },
    survey: (component, path, prefix) => this.survey(component, path, prefix),
    signature: () => ({ type: 'object', 'x-widget': 'signature' }),
    file: (component, path) => this.file(component, path),
    htmlelement: (component, path) => this.note(component, 'content', path),
    content: (component, path) => this.note(component, 'html', path),
    container: (component, path, prefix) => {
      const holder = new Holder(prefix)
      this.inside(component, path, holder)
      return holder.isEmpty ? null : holder.section
    },
    datagrid: (component, path) => this.grid(component, path, 'table'),
    editgrid: (component, path) => this.grid(component, path, 'cards'),
    hidden: (component, path) => {
      this.losses.lost(path, 'type', component)
      return null
    },
  }

  private near(path: string, reason: 'control' | 'options', found: unknown, field: FormField): FormField {
    this.losses.near(path, reason, isObject(found) ? (found.type ?? '') : found)
    return field
  }

  private inside(component: Json, path: string, holder: Holder): void {
    for (const { parts, path: below } of innerOf(component))
      for (const [at, part] of parts.entries()) this.component(part, pointer(path + below, at), holder)
  }

  private grid(component: Json, path: string, layout: string): FormField | null {
    const holder = new Holder('item.')
    this.inside(component, path, holder)
    if (holder.isEmpty) return null
    const addLabel = textOf(component.addAnother)
    const validate = this.validateOf(component)
    return {
      ...holder.rows,
      ...limit(validate, 'minLength', 'minItems'),
      ...limit(validate, 'maxLength', 'maxItems'),
      'x-props': { layout, ...(addLabel ? { addLabel } : {}) },
    }
  }

  private select(component: Json, path: string): FormField {
    const data = isObject(component.data) ? component.data : {}
    const isStatic = component.dataSrc === undefined || component.dataSrc === 'values' || component.dataSrc === ''
    if (!isStatic && list(data.values).length === 0) {
      this.losses.lost(pointer(path, 'data'), 'options', component.data ?? component.dataSrc)
      return this.near(path, 'options', component.dataSrc, { type: 'string' })
    }
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
    const { required } = this.validateOf(component)
    const holder = new Holder(prefix)
    for (const [at, question] of list(component.questions).filter(isObject).entries()) {
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
    return { 'x-widget': 'note', description, ...(hasTitle ? {} : { title: undefined as never }) }
  }

  private limits(component: Json, field: FormField, path: string): FormField {
    const validate = this.validateOf(component)
    const limits: FormField = {}
    if (field.type === 'string' && !field['x-options']) {
      Object.assign(limits, limit(validate, 'minLength', 'minLength'), limit(validate, 'maxLength', 'maxLength'))
      if (typeof validate.pattern === 'string' && validate.pattern !== '') {
        if (isSafePattern(validate.pattern)) limits.pattern = anchored(validate.pattern)
        else this.losses.lost(pointer(pointer(path, 'validate'), 'pattern'), 'pattern', validate.pattern)
      }
    }
    if (field.type === 'number' || field.type === 'integer')
      Object.assign(limits, limit(validate, 'min', 'minimum'), limit(validate, 'max', 'maximum'))
    if (field['x-widget'] === 'date' || field['x-widget'] === 'datetime') {
      const { minDate, maxDate } = isObject(component.datePicker) ? component.datePicker : component
      for (const [key, value] of Object.entries({ minDate, maxDate }))
        if (value !== undefined && value !== null && value !== '') this.losses.lost(pointer(path, key), 'rule', value)
    }
    return limits
  }

  private presetOf(component: Json, field: FormField, path: string): FormField {
    const preset = component.defaultValue
    if (preset === undefined || preset === null || preset === '' || preset === false) return {}
    const isFit =
      (typeof preset === 'string' && field.type === 'string') ||
      (typeof preset === 'number' && (field.type === 'number' || field.type === 'integer')) ||
      (preset === true && field['x-widget'] === 'switch')
    if (isFit) return { default: preset }
    if (isObject(preset) && component.type === 'selectboxes') {
      const chosen = entriesOf(preset).flatMap(([key, isOn]) => (isOn === true ? [key] : []))
      for (const [key, isOn] of entriesOf(preset))
        if (typeof isOn !== 'boolean' && key !== '') this.losses.lost(pointer(pointer(path, 'defaultValue'), key), 'value', isOn)
      return chosen.length > 0 ? { default: chosen } : {}
    }
    const plain = wholeOf(preset)
    // rows and groups are written out with nothing in them
    if (JSON.stringify(plain).replaceAll(/"[^"]*":|[{}[\],"]|false|null/g, '') !== '')
      this.losses.lost(pointer(path, 'defaultValue'), 'value', plain)
    return {}
  }

  // ---------------------------------------------------------------------------------------------------------- conditions

  private conditionOf(component: Json, path: string, holder: Holder): string | null {
    const conditional = component.conditional
    if (!isObject(conditional)) return null
    const show =
      conditional.show === undefined || conditional.show === null || conditional.show === ''
        ? null
        : conditional.show !== false && conditional.show !== 'false'
    const conditions = list(conditional.conditions).filter(isObject)
    const simple =
      conditional.when === undefined || conditional.when === null || conditional.when === ''
        ? []
        : [layered({ component: conditional.when, operator: 'isEqual', value: conditional.eq }, conditional)]
    const rules = [...simple, ...conditions].map((each) => this.ruleOf(each, holder))
    if (rules.length === 0 || show === null) {
      if (conditional.json !== undefined && conditional.json !== '')
        this.losses.lost(pointer(pointer(path, 'conditional'), 'json'), 'rule', conditional.json)
      return null
    }
    const sure = rules.filter((rule) => rule !== null)
    const isKnown = conditional.conjunction === undefined || /^(all|any)$/.test(String(conditional.conjunction))
    const group: VisualRule | null =
      sure.length < rules.length || !isKnown ? null : conditional.conjunction === 'any' ? { any: sure } : { all: sure }
    const cel = group && compileVisualRule(show ? group : { not: [group] })
    if (!cel) this.losses.lost(pointer(path, 'conditional'), 'rule', conditional)
    return cel
  }

  private ruleOf(condition: Json, holder: Holder): VisualRule | null {
    const path = String(condition.component ?? '')
    const found = this.fieldOf(path, holder)
    const op = String(condition.operator ?? 'isEqual')
    const value = condition.value
    if (!found) return null
    const { field, isList, option, isNumber } = found
    if (option !== undefined)
      return !/^(true|false)$/.test(String(value))
        ? null
        : { field, op: String(value) === 'false' ? 'includesNot' : 'includes', value: option }
    if (op === 'isEmpty' || op === 'isNotEmpty') return { field, op: op === 'isEmpty' ? 'unanswered' : 'answered' }
    const right =
      value === 'true'
        ? true
        : value === 'false'
          ? false
          : isNumber && typeof value === 'string' && value.trim() !== ''
            ? Number(value)
            : value
    if (!isLiteral(right)) return null
    if (isList)
      return op === 'isEqual' || op === 'includes'
        ? { field, op: 'includes', value: right }
        : op === 'isNotEqual' || op === 'notIncludes'
          ? { field, op: 'includesNot', value: right }
          : null
    const known = OPERATORS[op]
    return known ? { field, op: known, value: right } : null
  }

  private fieldOf(path: string, holder: Holder): { field: string; isList: boolean; isNumber?: boolean; option?: string } | null {
    const last = path.split('.').at(-1)!
    if (holder.prefix === 'item.' && holder.names.known(last) in holder.properties)
      return { field: `item.${holder.names.known(last)}`, isList: false }
    const whole = this.known.get(path)
    if (whole) return whole
    const boxes = this.known.get(path.split('.').slice(0, -1).join('.'))
    return boxes?.isBoxes ? { ...boxes, option: last } : null
  }
}

const OPERATORS: Record<string, RuleOperator> = {
  isEqual: 'equals',
  isNotEqual: 'notEquals',
  includes: 'contains',
  notIncludes: 'containsNot',
  startsWith: 'startsWith',
  endsWith: 'endsWith',
  lessThan: 'less',
  greaterThan: 'more',
  lessThanOrEqual: 'atMost',
  greaterThanOrEqual: 'atLeast',
}

interface Inner {
  parts: Json[]
  /** Below the component. */
  path: string
  label?: unknown
}
/** The components inside of one, in whichever way it holds them. */
function innerOf(component: Json): Inner[] {
  const type = String(component.type)
  const cells = (holders: readonly unknown[], path: string, withLabel: boolean): Inner[] =>
    holders.flatMap((holder, at) =>
      isObject(holder)
        ? [
            {
              parts: list(holder.components).filter(isObject),
              path: `${path}/${at}/components`,
              ...(withLabel ? { label: holder.label } : {}),
            },
          ]
        : Array.isArray(holder)
          ? cells(holder, `${path}/${at}`, false)
          : [],
    )
  if (type === 'columns') return cells(list(component.columns), '/columns', false)
  if (type === 'table') return cells(list(component.rows), '/rows', false)
  if (type === 'tabs') return cells(list(component.components), '/components', true)
  return Array.isArray(component.components) ? [{ parts: component.components.filter(isObject), path: '/components' }] : []
}

function isMany(component: Json): boolean {
  return component.type === 'selectboxes' || component.multiple === true
}

/** Patterns of the other tool hold for the whole answer. */
function anchored(pattern: string): string {
  return `${pattern.startsWith('^') ? '' : '^'}${pattern.includes('|') && !pattern.startsWith('^') ? `(?:${pattern})` : pattern}${pattern.endsWith('$') ? '' : '$'}`
}

/** `10MB` -> bytes. */
function bytesOf(size: unknown): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*(B|KB|MB|GB)$/i.exec(String(size ?? '').trim())
  if (!match) return null
  return Math.round(Number(match[1]) * 1024 ** ['B', 'KB', 'MB', 'GB'].indexOf(match[2]!.toUpperCase()))
}
