/** A schema of Formily (JSON Schema with components) -> our form: nodes that hold no value are flattened, steps of a `FormStep` become steps, arrays of
 *  objects repeat groups, simple reactions rules. Expressions in double braces are read as text, never run. */
import { pointer } from '../../../documents/failure.ts'
import type { FormDocument, FormField } from '../../../documents.ts'
import { Holder, type ImportedContent, oneOf, someOf } from '../Holder.ts'
import type { ImportWords, Losses } from '../ImportReport.ts'
import { entriesOf } from '../Ledger.ts'
import { both, given, isObject, type Json, list, textOf } from '../reading.ts'
import { asks, FormilyChecks } from './FormilyChecks.ts'
import { FormilyFields, pick } from './FormilyFields.ts'
import { FormilyRules } from './FormilyRules.ts'
import { formilyText } from './formilyText.ts'
import type { NamedField } from './readExpression.ts'

export function importFormily(document: Json, words: ImportWords, losses: Losses): ImportedContent {
  return new Reader(words, losses).read(document)
}

interface Around {
  path: string
  holder: Holder
  /** Required by the list of the object around. */
  isRequired: boolean
}

class Reader {
  private readonly speak: ImportWords
  private readonly losses: Losses
  private readonly steps: NonNullable<FormDocument['steps']> = []
  /** Name in the schema -> how rules name it. */
  private readonly known = new Map<string, NamedField>()
  private readonly checks: FormilyChecks
  private readonly fields: FormilyFields
  private readonly rules: FormilyRules
  constructor(speak: ImportWords, losses: Losses) {
    this.speak = speak
    this.losses = losses
    this.checks = new FormilyChecks(losses)
    this.fields = new FormilyFields(losses)
    this.rules = new FormilyRules(losses, this.known)
  }

  read(document: Json): ImportedContent {
    const isWrapped = isObject(document.schema)
    const schema = isWrapped ? (document.schema as Json) : document
    const path = isWrapped ? '/schema' : ''
    const holder = new Holder()
    this.register(schema, '')
    if (schema['x-component'] !== undefined && !isSteps(schema))
      this.losses.aside(pointer(path, 'x-component'), 'layout', schema['x-component'])
    const intro = textOf(schema.description)
    if (intro) holder.put(holder.names.free('introduction'), { 'x-widget': 'note', description: intro }, false)
    this.inside(schema, path, holder)
    return {
      title: textOf(document.title ?? schema.title) ?? both(this.speak('title')),
      schema: { type: 'object', ...holder.content },
      ...(this.steps.length > 1 ? { steps: this.steps } : {}),
    }
  }

  /** What reactions may name, before any is read. */
  private register(schema: Json, prefix: string): void {
    for (const [name, node] of propertiesOf(schema)) {
      if (node.type === 'void' || arranges(node)) this.register(node, prefix)
      else if (node.type === 'object' && isObject(node.properties)) this.register(node, `${prefix}${name}.`)
      else {
        const field = { field: `${prefix}${name}`, isList: node.type === 'array', isBoolean: node.type === 'boolean' }
        this.known.set(`${prefix}${name}`, field)
        if (!this.known.has(name)) this.known.set(name, field)
      }
    }
  }

  private inside(schema: Json, path: string, holder: Holder): void {
    const required = list(schema.required).map(String)
    const step = isSteps(schema)
    if (schema.type !== undefined && !TYPES.has(String(schema.type))) this.losses.lost(pointer(path, 'type'), 'type', schema.type)
    for (const [name, node] of isObject(schema.properties) ? entriesOf(schema.properties) : [])
      if (!isObject(node)) this.losses.lost(pointer(pointer(path, 'properties'), name), 'type', node)
    for (const [name, node] of propertiesOf(schema)) {
      const before = new Set(Object.keys(holder.properties))
      const here = pointer(pointer(path, 'properties'), name)
      if (step) this.step(node, here)
      this.node(name, node, { path: here, holder, isRequired: required.includes(name) })
      if (!step) continue
      for (const made of Object.keys(holder.properties))
        if (!before.has(made)) holder.properties[made] = { ...holder.properties[made]!, 'x-step': this.steps.at(-1)!.id }
    }
  }

  private step(node: Json, path: string): void {
    const props = isObject(node['x-component-props']) ? node['x-component-props'] : {}
    const number = this.steps.length + 1
    const title = formilyText(node.title ?? props.title, path, this.losses) ?? both(this.speak('step', { number }))
    this.steps.push({ id: `step${number}`, title, ...given('description', formilyText(props.description, path, this.losses)) })
  }

  private node(name: string, node: Json, around: Around): void {
    const { path, holder } = around
    const component = String(node['x-component'] ?? '')
    if (node.type === 'void' || arranges(node)) {
      this.flatten(name, node, around)
      return
    }
    if (node.type !== undefined && !TYPES.has(String(node.type))) this.losses.near(pointer(path, 'type'), 'type', node.type)
    const known = holder.names.of(name, path, this.losses)
    const own = known in holder.properties ? holder.names.anew(name, path, this.losses) : known
    const field = this.field(node, component, { ...around, holder: new Holder(`${holder.prefix}${own}.`) })
    if (!field) return
    const isRequired = around.isRequired || node.required === true || asks(node)
    holder.put(own, this.rules.ruled(node, { ...this.words(name, node, path), ...field }, path, holder), isRequired)
  }

  /** A node without a value: its text becomes a heading or note, its rules apply to the nodes inside. */
  private flatten(name: string, node: Json, around: Around): void {
    const { path, holder } = around
    const component = String(node['x-component'] ?? '')
    const props = isObject(node['x-component-props']) ? node['x-component-props'] : {}
    const before = new Set(Object.keys(holder.properties))
    if (component !== '') this.losses.aside(pointer(path, 'x-component'), 'layout', component)
    const isStep = /^FormStep\.StepPane$/.test(component)
    const title = isStep ? null : formilyText(node.title ?? props.title ?? props.tab ?? props.header, path, this.losses)
    const content = formilyText(node['x-content'] ?? props.content ?? props.text ?? props.children ?? props.message, path, this.losses)
    const description = formilyText(node.description ?? props.subTitle, path, this.losses)
    if (/Submit|Reset|Button|PreviewText|Addition|Remove|MoveUp|MoveDown|Index|SortHandle|FormButtonGroup/.test(component)) {
      if (title ?? content) this.losses.aside(path, 'layout', `${component} ${(title ?? content)!.zh}`)
    } else if (title && propertiesOf(node).length > 0)
      holder.put(
        holder.names.free('heading'),
        { type: 'null', 'x-widget': 'section', title, ...given('description', description ?? content) },
        false,
      )
    else if (title ?? content ?? description)
      holder.put(
        holder.names.free(/^[A-Za-z]\w*$/.test(name) ? name : 'note'),
        { 'x-widget': 'note', description: (content ?? description ?? title)!, ...(content && title ? { title } : {}) },
        false,
      )
    this.inside(node, path, holder)
    for (const made of Object.keys(holder.properties))
      if (!before.has(made)) holder.properties[made] = this.rules.ruled(node, holder.properties[made]!, path, holder)
  }

  private words(name: string, node: Json, path: string): FormField {
    const props = isObject(node['x-component-props']) ? node['x-component-props'] : {}
    const decorator = isObject(node['x-decorator-props']) ? node['x-decorator-props'] : {}
    const help = [node.description, decorator.tooltip, decorator.extra, decorator.help]
      .map((text) => formilyText(text, path, this.losses))
      .filter((text) => text !== null)
    const placeholder = Array.isArray(props.placeholder) ? props.placeholder.map(String).join(' – ') : props.placeholder
    const unit = formilyText(props.addonAfter ?? decorator.addonAfter ?? props.suffix, path, this.losses)
    return {
      title: formilyText(node.title ?? decorator.label, path, this.losses) ?? both(name),
      ...(help.length > 0 ? { description: { zh: help.map(({ zh }) => zh).join('\n'), en: help.map(({ en }) => en).join('\n') } } : {}),
      ...given('x-placeholder', formilyText(placeholder, path, this.losses)),
      ...(unit && /Number/.test(String(node['x-component'])) ? { 'x-props': { unit } } : unit ? { description: unit } : {}),
    }
  }

  private field(node: Json, component: string, around: Around): FormField | null {
    const { path, holder } = around
    const props = isObject(node['x-component-props']) ? node['x-component-props'] : {}
    const checks = this.checks.limits(node, props, path)
    const preset = this.fields.preset(node, path)
    const type = String(node.type ?? '')
    const options = this.fields.options(node, props, path)
    if (/^(Upload|Upload\.Dragger|ImageUpload|FileUpload)$/.test(component)) return this.fields.upload(type, props, checks, path)
    if (type === 'array' && isObject(node.items) && !options) return this.rows(node, component, around, checks)
    if (type === 'object' && isObject(node.properties)) {
      this.inside(node, path, holder)
      return holder.isEmpty ? this.nothing(path, node) : holder.section
    }
    if (options) {
      const isMany = type === 'array' || /Checkbox\.Group|Transfer/.test(component) || /multiple|tags/.test(String(props.mode ?? ''))
      if (!/^(Select|Radio\.Group|Checkbox\.Group|Radio|Checkbox|)$/.test(component)) this.losses.near(path, 'control', component)
      if (isMany)
        return { ...someOf(options, options.length > 12 || component === 'Select' ? 'multiSelect' : 'checkbox'), ...checks, ...preset }
      return { ...oneOf(options, /Radio/.test(component) ? 'radio' : 'select'), ...preset }
    }
    const plain = this.fields.plain(type, component, props, path)
    return plain ? { ...plain, ...checks, ...(plain.type === 'object' ? {} : preset) } : this.nothing(path, node)
  }

  private nothing(path: string, node: Json): null {
    this.losses.lost(path, 'type', node)
    return null
  }

  private rows(node: Json, component: string, around: Around, checks: FormField): FormField | null {
    const { path } = around
    const items = node.items as Json
    const holder = new Holder('item.')
    if (items.type === 'object' || items.type === 'void' || isObject(items.properties)) this.inside(items, pointer(path, 'items'), holder)
    else this.node('value', items, { path: pointer(path, 'items'), holder, isRequired: true })
    if (holder.isEmpty) return this.nothing(path, node)
    if (!/^Array/.test(component)) this.losses.near(path, 'control', component)
    // the text of the button that adds a row is in a node beside the rows
    const addition = propertiesOf(node).find(([, inner]) => /\.Addition$/.test(String(inner['x-component'])))?.[1]
    const props = addition && isObject(addition['x-component-props']) ? addition['x-component-props'] : {}
    const addLabel = addition ? formilyText(addition.title ?? props.title, path, this.losses) : null
    for (const [name, inner] of isObject(node.properties) ? entriesOf(node.properties) : [])
      if (!isObject(inner) || !/^Array/.test(String(inner['x-component'])))
        this.losses.lost(pointer(pointer(path, 'properties'), name), 'type', inner)
      else if (inner.type !== 'void') this.losses.lost(pointer(pointer(pointer(path, 'properties'), name), 'type'), 'type', inner.type)
    const layout = /Table/.test(component) ? 'table' : 'cards'
    return { ...holder.rows, ...pick(checks, ['minItems', 'maxItems']), 'x-props': { layout, ...(addLabel ? { addLabel } : {}) } }
  }
}

/** Properties in the order of `x-index`. */
function propertiesOf(schema: Json): [string, Json][] {
  const entries = (isObject(schema.properties) ? entriesOf(schema.properties) : []).filter((entry): entry is [string, Json] =>
    isObject(entry[1]),
  )
  const rank = ([, node]: [string, Json]) => (typeof node['x-index'] === 'number' ? node['x-index'] : 0)
  return entries.sort((left, right) => rank(left) - rank(right))
}

/** Objects for layout: they have no value, although their type is object. */
function arranges(node: Json): boolean {
  return (node.type === undefined || node.type === 'string') && isObject(node.properties)
}

const TYPES = new Set(['object', 'void', 'array', 'string', 'number', 'integer', 'boolean', 'date', 'datetime'])

function isSteps(schema: Json): boolean {
  return schema['x-component'] === 'FormStep'
}
