/** A form of Form.io (components, each with a type and a key) -> our form: pages of a wizard become steps, containers groups, grids repeat groups,
 *  what only arranges is flattened, simple conditions become rules. Code in it is never run. */
import { pointer } from '../../../documents/failure.ts'
import type { FormDocument, FormField, LocalText } from '../../../documents.ts'
import { Holder, type ImportedContent, shownWhile } from '../Holder.ts'
import type { ImportWords, Losses } from '../ImportReport.ts'
import { withPlaces } from '../pipedWords.ts'
import { both, given, type Json, limit, objectsOf, ownOf, plainText, textOf } from '../reading.ts'
import { FormioChecks } from './FormioChecks.ts'
import { FormioConditions } from './FormioConditions.ts'
import { FormioFields } from './FormioFields.ts'
import { ARRANGING, innerOf, validateOf } from './formioParts.ts'

export function importFormio(document: Json, words: ImportWords, losses: Losses): ImportedContent {
  return new Reader(document, words, losses).read()
}

class Reader {
  private readonly document: Json
  private readonly speak: ImportWords
  private readonly losses: Losses
  private readonly conditions: FormioConditions
  private readonly checks: FormioChecks
  private readonly fields: FormioFields
  constructor(document: Json, speak: ImportWords, losses: Losses) {
    this.document = document
    this.speak = speak
    this.losses = losses
    this.conditions = new FormioConditions(losses)
    this.checks = new FormioChecks(losses)
    this.fields = new FormioFields(losses)
  }

  read(): ImportedContent {
    const placed = objectsOf(this.document.components)
    const components = placed.map(([, component]) => component)
    const holder = new Holder()
    this.conditions.register(components, holder, '')
    if (this.document.display !== undefined && this.document.display !== 'wizard')
      this.losses.aside('/display', 'layout', this.document.display)
    const isWizard = this.document.display === 'wizard' && components.filter(({ type }) => type === 'panel').length > 1
    const steps: NonNullable<FormDocument['steps']> = []
    for (const [at, component] of placed) {
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
    const form: ImportedContent = {
      title: textOf(this.document.title ?? this.document.name) ?? both(this.speak('title')),
      schema: { type: 'object', ...holder.content },
      ...(steps.length > 0 ? { steps } : {}),
      ...(submitLabel && submitLabel.en !== 'Submit' ? { submitLabel } : {}),
    }
    return withPlaces(form, /\{\{\s*(?:submission\.)?data\.([\w.]+)\s*\}\}/g, (name) => this.conditions.named(name))
  }

  /** @returns whether anything came of it */
  private component(component: Json, path: string, holder: Holder, isPage = false): boolean {
    const type = String(component.type ?? '')
    const cel = this.conditions.conditionOf(component, path, holder)
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
    const { required } = validateOf(component)
    // the fields of a group say themselves what is required
    if (required === true && field['x-widget'] === 'section')
      this.losses.aside(pointer(pointer(path, 'validate'), 'required'), 'rule', required)
    holder.put(name, shownWhile(own, cel), required === true)
    return true
  }

  private arranging(component: Json, path: string, holder: Holder, { cel, isPage }: { cel: string | null; isPage: boolean }): boolean {
    const before = new Set(Object.keys(holder.properties))
    const title = this.headingOf(component, path)
    const parts = innerOf(component)
    if (title && !isPage && component.hideLabel !== true) {
      const name = holder.names.free('heading')
      holder.put(name, { type: 'null', 'x-widget': 'section', title }, false)
    }
    for (const { parts: inner, path: below, label } of parts) {
      const heading = textOf(label)
      if (heading) holder.put(holder.names.free('heading'), { type: 'null', 'x-widget': 'section', title: heading }, false)
      for (const [at, part] of inner) this.component(part, pointer(path + below, at), holder)
    }
    for (const name of Object.keys(holder.properties))
      if (!before.has(name)) holder.properties[name] = shownWhile(holder.properties[name]!, cel)
    const isShown = Object.keys(holder.properties).length > before.size
    if (!isShown && cel !== null) this.losses.lost(pointer(path, 'conditional'), 'rule', component.conditional)
    return isShown
  }

  /** The other tool shows the legend or title of fieldsets and panels alone; what others are called is for its editor. */
  private headingOf(component: Json, path: string): LocalText | null {
    const hasTitle = component.type === 'fieldset' || component.type === 'panel'
    const key = ['legend', 'title', 'label'].find((each) => hasTitle && textOf(component[each]))
    for (const other of ['title', 'label'])
      if (other !== key && component[other] !== undefined) this.losses.aside(pointer(path, other), 'layout', component[other])
    return key === undefined ? null : textOf(component[key])
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
    const reader = ownOf(this.kinds, type) ?? ownOf(this.fields.kinds, type)
    if (!reader) {
      this.losses.lost(path, 'type', component)
      return null
    }
    const field = reader(component, path, prefix)
    if (!field) return null
    const isMultiple = component.multiple === true && field.type !== 'array' && field['x-widget'] !== 'note'
    const checked = { ...field, ...this.checks.limits(component, field, path), ...this.checks.presetOf(component, field, path) }
    if (component.multiple === true && field['x-widget'] === 'repeat') this.losses.aside(pointer(path, 'multiple'), 'layout', true)
    if (!isMultiple) return checked
    this.losses.near(pointer(path, 'multiple'), 'type', 'multiple')
    const { default: _, ...row } = checked
    const rows = new Holder('item.')
    rows.put('value', { ...row, title: textOf(component.label) ?? both(this.speak('value')) }, true)
    return rows.rows
  }

  private readonly kinds: Record<string, (component: Json, path: string, prefix: string) => FormField | null> = {
    container: (component, path, prefix) => {
      const holder = new Holder(prefix)
      this.inside(component, path, holder)
      return holder.isEmpty ? null : holder.section
    },
    datagrid: (component, path) => this.grid(component, path, 'table'),
    editgrid: (component, path) => this.grid(component, path, 'cards'),
  }

  private inside(component: Json, path: string, holder: Holder): void {
    for (const { parts, path: below } of innerOf(component))
      for (const [at, part] of parts) this.component(part, pointer(path + below, at), holder)
  }

  private grid(component: Json, path: string, layout: string): FormField | null {
    const holder = new Holder('item.')
    this.inside(component, path, holder)
    if (holder.isEmpty) return null
    const addLabel = textOf(component.addAnother)
    const validate = validateOf(component)
    return {
      ...holder.rows,
      ...limit(validate, 'minLength', 'minItems'),
      ...limit(validate, 'maxLength', 'maxItems'),
      'x-props': { layout, ...(addLabel ? { addLabel } : {}) },
    }
  }
}
