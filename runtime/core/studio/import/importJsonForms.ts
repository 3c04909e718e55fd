/** A schema with a `uischema` (JSON Forms) -> our form. The schema gives the fields; the uischema their order, words, rules, groups (sections) and
 *  categories (steps). What the uischema does not name is not shown there, so it is left out here too. */
import { pointer } from '../../documents/failure.ts'
import type { FormDocument, FormField, LocalText } from '../../documents.ts'
import { compileVisualRule, type VisualRule } from '../visualRule.ts'
import { FieldNames } from './fieldNames.ts'
import { type ImportedContent, shownWhile } from './Holder.ts'
import type { ImportWords, Losses } from './ImportReport.ts'
import { both, isLiteral, isObject, type Json, list, objectsOf, textOf } from './reading.ts'
import { conditionOn } from './rjsf/conditionOn.ts'
import { importRjsf } from './rjsf/importRjsf.ts'

export function importJsonForms(document: Json, words: ImportWords, losses: Losses): ImportedContent {
  const places = new Map<string, string>()
  const form = importRjsf(document.schema as Json, { uiSchema: {}, path: '/schema', words, losses, places })
  const layout = new Layout(form, { words, losses, places })
  layout.read(document.uischema as Json)
  return layout.finished()
}

type Properties = Record<string, FormField>
interface LayoutPlace {
  words: ImportWords
  losses: Losses
  places: ReadonlyMap<string, string>
}
interface Around {
  path: string
  step: string | null
  section: string | null
  visible: readonly VisualRule[]
  enabled: readonly VisualRule[]
}

class Layout {
  private readonly form: ImportedContent
  private readonly place: LayoutPlace
  private readonly names = new FieldNames()
  private readonly steps: NonNullable<FormDocument['steps']> = []
  private readonly sections: NonNullable<FormDocument['sections']> = []
  /** Where the words of steps and sections stand. */
  private readonly labels = new Map<string, string>()
  /** Fields that are shown, in their order, steps joined by dots; with `*` behind: and all inside. */
  private readonly shown: string[] = []
  constructor(form: ImportedContent, place: LayoutPlace) {
    this.form = form
    this.place = place
    for (const name of Object.keys(form.schema.properties)) this.names.free(name)
  }

  read(uischema: Json): void {
    if (this.form.schema.properties.introduction?.['x-widget'] === 'note') this.shown.push('introduction')
    this.element(uischema, { path: '/uischema', step: null, section: null, visible: [], enabled: [] })
  }

  finished(): ImportedContent {
    if (this.shown.length === 0) return this.form
    const schema = this.arranged(this.form.schema, '')
    const sections = this.sections.filter(({ id }) => Object.values(schema.properties).some((field) => field['x-section'] === id))
    const steps = this.steps.filter(({ id }) => Object.values(schema.properties).some((field) => field['x-step'] === id))
    if (steps.length < 2) for (const field of Object.values(schema.properties)) delete field['x-step']
    // parts that came to hold no field of the form itself
    const kept = new Set([...sections, ...(steps.length > 1 ? steps : [])].map(({ id }) => id))
    for (const { id, title } of [...this.steps, ...this.sections])
      if (!kept.has(id) && this.labels.has(id)) this.place.losses.near(this.labels.get(id)!, 'layout', title)
    return {
      ...this.form,
      schema: { ...schema, type: 'object' },
      ...(steps.length > 1 ? { steps } : {}),
      ...(sections.length > 0 ? { sections } : {}),
    }
  }

  /** The fields of one object in the order of the layout, without those that it does not show. */
  private arranged(
    { properties, required = [] }: { properties: Properties; required?: string[] },
    prefix: string,
  ): { properties: Properties; required?: string[] } {
    const names = [
      ...new Set(
        this.shown.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length).split('.')[0]!.replace('*', '')),
      ),
    ]
    const kept: Properties = {}
    for (const name of names) {
      const field = properties[name]
      if (!field) continue
      const isWhole = this.shown.includes(`${prefix}${name}*`) || !field.properties || field.type !== 'object'
      kept[name] = isWhole
        ? field
        : {
            ...field,
            ...this.arranged({ properties: field.properties!, required: field.required as string[] }, `${prefix}${name}.`),
          }
    }
    const source = new Map([...this.place.places].map(([path, name]) => [name, path]))
    for (const [name, field] of Object.entries(properties))
      if (!(name in kept)) this.place.losses.lost(source.get(`${prefix}${name}`) ?? '/schema', 'layout', field)
    const asked = required.filter((name) => name in kept)
    return { properties: kept, ...(asked.length > 0 ? { required: asked } : {}) }
  }

  private element(element: Json, around: Around): void {
    const type = String(element.type)
    const inside = { ...around, ...this.ruleOf(element, around) }
    if (type === 'Control' || type === 'ListWithDetail') this.control(element, inside)
    else if (type === 'Label') this.label(element, inside)
    else if (type === 'Categorization') this.categories(element, inside)
    else if (type === 'Group' || type === 'Category') this.elements(element, { ...inside, section: this.section(element, inside) })
    else if (type === 'VerticalLayout' || type === 'HorizontalLayout' || Array.isArray(element.elements)) {
      if (type === 'HorizontalLayout') this.place.losses.aside(pointer(around.path, 'type'), 'layout', type)
      else if (type !== 'VerticalLayout') this.place.losses.near(pointer(around.path, 'type'), 'layout', type)
      this.elements(element, inside)
    } else this.place.losses.lost(around.path, 'type', element)
  }

  private elements(element: Json, around: Around): void {
    for (const [at, part] of list(element.elements).entries())
      if (isObject(part)) this.element(part, { ...around, path: pointer(pointer(around.path, 'elements'), at) })
  }

  private section(element: Json, { step, path }: Around): string | null {
    const title = labelOf(element.label)
    if (!title) return null
    const id = `section${this.sections.length + 1}`
    this.sections.push({ id, title, ...(step ? { step } : {}) })
    this.labels.set(id, pointer(path, 'label'))
    return id
  }

  /** Categories of the whole become steps, those within others sections. */
  private categories(element: Json, around: Around): void {
    const isOutermost = around.step === null && around.section === null && this.steps.length === 0
    for (const [at, category] of objectsOf(element.elements)) {
      const path = pointer(pointer(around.path, 'elements'), at)
      const inside = { ...around, ...this.ruleOf(category, { ...around, path }), path }
      if (category.type !== 'Category' && category.type !== 'Categorization') this.place.losses.lost(path, 'type', category.type)
      if (category.type === 'Categorization') this.categories(category, inside)
      else if (!isOutermost) this.elements(category, { ...inside, section: this.section(category, inside) })
      else {
        const id = `step${this.steps.length + 1}`
        this.steps.push({ id, title: labelOf(category.label) ?? both(this.place.words('step', { number: this.steps.length + 1 })) })
        if (category.label !== undefined) this.labels.set(id, pointer(path, 'label'))
        this.elements(category, { ...inside, step: id })
      }
    }
  }

  private label(element: Json, around: Around): void {
    const description = labelOf(element.text ?? element.label)
    if (!description) return
    const name = this.names.free('note')
    this.form.schema.properties[name] = this.ruled({ 'x-widget': 'note', description }, around)
    this.shown.push(name)
  }

  private control(element: Json, around: Around): void {
    const name = this.nameOf(element.scope)
    const field = name === null ? null : this.fieldOf(name)
    if (!field) {
      this.place.losses.lost(around.path, 'reference', element)
      return
    }
    if (this.shown.includes(name!)) {
      // a field stands once
      this.place.losses.near(around.path, 'reference', element.scope)
      return
    }
    const title = labelOf(element.label)
    const isBare = element.label === false || (isObject(element.label) && element.label.show === false)
    if (isBare) this.place.losses.aside(pointer(around.path, 'label'), 'layout', element.label)
    const options = isObject(element.options) ? element.options : {}
    const own = { ...field, ...(title ? { title } : {}), ...this.optionsOf(options, field, pointer(around.path, 'options')) }
    const isTop = !name!.includes('.')
    this.setField(name!, this.ruled(own, isTop ? around : { ...around, step: null, section: null }))
    if (!isTop) this.placeOwner(name!.split('.')[0]!, around)
    this.shown.push(name!, `${name}*`)
  }

  /** A field inside of an object: the object stands where its first field does. */
  private placeOwner(name: string, { step, section }: Around): void {
    const owner = this.form.schema.properties[name]
    if (owner && owner['x-step'] === undefined && owner['x-section'] === undefined)
      this.form.schema.properties[name] = { ...owner, ...(step ? { 'x-step': step } : {}), ...(section ? { 'x-section': section } : {}) }
  }

  private optionsOf(options: Json, field: FormField, path: string): FormField {
    const placeholder = textOf(options.placeholder)
    const isText = field.type === 'string' && !field['x-options']
    const isMulti = options.multi === true && isText
    const isRadio = options.format === 'radio' && field['x-options'] !== undefined && field.type !== 'array'
    if (options.format !== undefined && !isRadio) this.place.losses.near(pointer(path, 'format'), 'control', options.format)
    if (options.multi === true && !isText) this.place.losses.lost(pointer(path, 'multi'), 'control', true)
    for (const key of ['slider', 'toggle']) if (options[key] === true) this.place.losses.near(pointer(path, key), 'control', key)
    return {
      ...(placeholder ? { 'x-placeholder': placeholder } : {}),
      ...(isMulti ? { 'x-widget': 'textarea' } : isRadio ? { 'x-widget': 'radio' } : {}),
      ...(options.readonly === true || options.readOnly === true ? { 'x-enabledWhen': { cel: 'false' } } : {}),
    }
  }

  private ruled(field: FormField, { step, section, visible, enabled }: Around): FormField {
    const cel = (rules: readonly VisualRule[]) => (rules.length === 0 ? null : compileVisualRule({ all: rules }))
    const ruled = shownWhile(shownWhile(field, cel(visible)), cel(enabled), 'x-enabledWhen')
    return { ...ruled, ...(step ? { 'x-step': step } : {}), ...(section ? { 'x-section': section } : {}) }
  }

  // ---------------------------------------------------------------------------------------------------------- rules

  private ruleOf(element: Json, around: Around): Pick<Around, 'visible' | 'enabled'> {
    const { visible, enabled } = around
    if (!isObject(element.rule)) return { visible, enabled }
    const effect = String(element.rule.effect).toUpperCase()
    const condition = isObject(element.rule.condition) ? this.condition(element.rule.condition) : null
    const isKnown = ['SHOW', 'HIDE', 'ENABLE', 'DISABLE', 'READONLY', 'WRITABLE'].includes(effect)
    if (!condition || !isKnown || compileVisualRule(condition) === null) {
      this.place.losses.lost(pointer(around.path, 'rule'), 'rule', element.rule)
      return { visible, enabled }
    }
    const rule = ['HIDE', 'DISABLE', 'READONLY'].includes(effect) ? { not: [condition] } : condition
    return effect === 'SHOW' || effect === 'HIDE' ? { visible: [...visible, rule], enabled } : { visible, enabled: [...enabled, rule] }
  }

  private condition(condition: Json): VisualRule | null {
    if (condition.type === 'AND' || condition.type === 'OR') {
      const rules = list(condition.conditions).map((each) => (isObject(each) ? this.condition(each) : null))
      const sure = rules.filter((rule) => rule !== null)
      if (sure.length < rules.length || sure.length === 0) return null
      return condition.type === 'AND' ? { all: sure } : { any: sure }
    }
    const field = this.nameOf(condition.scope)
    if (field === null) return null
    if (isLiteral(condition.expectedValue) && (condition.type === undefined || condition.type === 'LEAF'))
      return { field, op: 'equals', value: condition.expectedValue }
    return isObject(condition.schema) ? conditionOn(field, condition.schema) : null
  }

  private nameOf(scope: unknown): string | null {
    return typeof scope === 'string' && scope.startsWith('#/')
      ? (this.place.places.get(`/schema${decodeURI(scope.slice(1))}`) ?? null)
      : null
  }

  private fieldOf(name: string): FormField | null {
    return name.split('.').reduce<FormField | null>((at, step) => at?.properties?.[step] ?? null, this.form.schema as FormField)
  }

  private setField(name: string, field: FormField): void {
    const steps = name.split('.')
    const last = steps.pop()!
    const holder = steps.reduce<FormField>((at, step) => at.properties![step]!, this.form.schema as FormField)
    holder.properties![last] = field
  }
}

function labelOf(label: unknown): LocalText | null {
  return typeof label === 'boolean' ? null : textOf(isObject(label) && 'text' in label ? label.text : label)
}
