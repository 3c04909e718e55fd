/** A schema of Formily (JSON Schema with components) -> our form: nodes that hold no value are flattened, steps of a `FormStep` become steps, arrays of
 *  objects repeat groups, simple reactions rules. Expressions in double braces are read as text, never run. */
import { pointer } from '../../documents/failure.ts'
import type { FormDocument, FormField } from '../../documents.ts'
import { compileVisualRule, type RuleLiteral, type RuleOperator, type VisualRule } from '../visualRule.ts'
import { type FieldOption, Holder, type ImportedContent, oneOf, shownWhile, someOf } from './Holder.ts'
import type { ImportWords, Losses } from './ImportReport.ts'
import { entriesOf, keysOf, wholeOf } from './Ledger.ts'
import { both, given, isLiteral, isObject, isSafePattern, type Json, limit, list, plainText, textOf } from './reading.ts'

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
  constructor(speak: ImportWords, losses: Losses) {
    this.speak = speak
    this.losses = losses
  }

  read(document: Json): ImportedContent {
    const isWrapped = isObject(document.schema)
    const schema = isWrapped ? (document.schema as Json) : document
    const path = isWrapped ? '/schema' : ''
    const holder = new Holder()
    this.register(schema, '')
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
    const title = this.textAt(node.title ?? props.title, path) ?? both(this.speak('step', { number }))
    this.steps.push({ id: `step${number}`, title, ...given('description', this.textAt(props.description, path)) })
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
    const isRequired = around.isRequired || node.required === true || this.asks(node)
    holder.put(own, this.ruled(node, { ...this.words(name, node, path), ...field }, path, holder), isRequired)
  }

  /** A node without a value: its words stay as a heading or note, its rules hold for what stands in it. */
  private flatten(name: string, node: Json, around: Around): void {
    const { path, holder } = around
    const component = String(node['x-component'] ?? '')
    const props = isObject(node['x-component-props']) ? node['x-component-props'] : {}
    const before = new Set(Object.keys(holder.properties))
    if (component !== '') this.losses.aside(pointer(path, 'x-component'), 'layout', component)
    const isStep = /^FormStep\.StepPane$/.test(component)
    const title = isStep ? null : this.textAt(node.title ?? props.title ?? props.tab ?? props.header, path)
    const content = this.textAt(node['x-content'] ?? props.content ?? props.text ?? props.children ?? props.message, path)
    const description = this.textAt(node.description ?? props.subTitle, path)
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
      if (!before.has(made)) holder.properties[made] = this.ruled(node, holder.properties[made]!, path, holder)
  }

  private words(name: string, node: Json, path: string): FormField {
    const props = isObject(node['x-component-props']) ? node['x-component-props'] : {}
    const decorator = isObject(node['x-decorator-props']) ? node['x-decorator-props'] : {}
    const help = [node.description, decorator.tooltip, decorator.extra, decorator.help]
      .map((text) => this.textAt(text, path))
      .filter((text) => text !== null)
    const placeholder = Array.isArray(props.placeholder) ? props.placeholder.map(String).join(' – ') : props.placeholder
    const unit = this.textAt(props.addonAfter ?? decorator.addonAfter ?? props.suffix, path)
    return {
      title: this.textAt(node.title ?? decorator.label, path) ?? both(name),
      ...(help.length > 0 ? { description: { zh: help.map(({ zh }) => zh).join('\n'), en: help.map(({ en }) => en).join('\n') } } : {}),
      ...given('x-placeholder', this.textAt(placeholder, path)),
      ...(unit && /Number/.test(String(node['x-component'])) ? { 'x-props': { unit } } : unit ? { description: unit } : {}),
    }
  }

  /** Words; null for an expression, which is reported. */
  private textAt(value: unknown, path: string): ReturnType<typeof textOf> {
    if (typeof value === 'string' && isExpression(value)) {
      this.losses.lost(path, 'script', value)
      return null
    }
    if (isObject(value) && !keysOf(value).some((key) => /^(zh|en|default)/.test(key))) {
      this.losses.lost(path, 'text', value)
      return null
    }
    return plainText(value)
  }

  private field(node: Json, component: string, around: Around): FormField | null {
    const { path, holder } = around
    const props = isObject(node['x-component-props']) ? node['x-component-props'] : {}
    const checks = this.limits(node, props, path)
    const preset = this.preset(node, path)
    const type = String(node.type ?? '')
    const options = this.options(node, props, path)
    if (/^(Upload|Upload\.Dragger|ImageUpload|FileUpload)$/.test(component)) return this.upload(type, props, checks, path)
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
    const plain = this.plain(type, component, props, path)
    return plain ? { ...plain, ...checks, ...(plain.type === 'object' ? {} : preset) } : this.nothing(path, node)
  }

  private nothing(path: string, node: Json): null {
    this.losses.lost(path, 'type', node)
    return null
  }

  private plain(type: string, component: string, props: Json, path: string): FormField | null {
    const base = component.split('.')[0]!
    if (/RangePicker/.test(component)) {
      if (/^TimePicker/.test(component)) this.losses.near(path, 'control', component)
      return { type: 'array', 'x-widget': 'dateRange', items: { type: 'string', format: 'date' } }
    }
    if (base === 'DatePicker') {
      if (props.picker !== undefined && props.picker !== 'date') this.losses.near(path, 'control', `DatePicker ${String(props.picker)}`)
      return props.showTime === undefined || props.showTime === false
        ? { type: 'string', format: 'date', 'x-widget': 'date' }
        : { type: 'string', format: 'date-time', 'x-widget': 'datetime' }
    }
    if (base === 'TimePicker') return { type: 'string', 'x-widget': 'time' }
    if (component === 'Input.TextArea') {
      const rows = typeof props.rows === 'number' && props.rows >= 2 && props.rows <= 20 ? { 'x-props': { rows: props.rows } } : {}
      return { type: 'string', 'x-widget': 'textarea', ...rows }
    }
    if (base === 'NumberPicker' || base === 'InputNumber') return { type: type === 'integer' ? 'integer' : 'number', 'x-widget': 'number' }
    if (base === 'Rate' || base === 'Slider') {
      this.losses.near(path, 'control', component)
      const most = base === 'Rate' ? (typeof props.count === 'number' ? props.count : 5) : props.max
      return {
        type: 'number',
        'x-widget': 'number',
        minimum: base === 'Rate' ? 0 : typeof props.min === 'number' ? props.min : 0,
        ...(typeof most === 'number' ? { maximum: most } : {}),
      }
    }
    if (base === 'Switch' || type === 'boolean') {
      if (!/^(Switch|Checkbox|)$/.test(component)) this.losses.near(path, 'control', component)
      return { type: 'boolean', 'x-widget': 'switch' }
    }
    if (/^(Password|Select|Radio|Checkbox|Cascader|TreeSelect|Transfer|AutoComplete)/.test(component))
      this.losses.near(path, 'control', component)
    else if (component !== '' && !/^(Input|PreviewText)/.test(component)) this.losses.near(path, 'control', component)
    if (type === 'number' || type === 'integer') return { type, 'x-widget': 'number' }
    if (type === 'array')
      return /Group$|Transfer/.test(component)
        ? { type: 'array', 'x-widget': 'checkbox', items: { type: 'string' }, 'x-options': [] }
        : null
    if (type === 'object') return null
    return { type: 'string' }
  }

  private rows(node: Json, component: string, around: Around, checks: FormField): FormField | null {
    const { path } = around
    const items = node.items as Json
    const holder = new Holder('item.')
    if (items.type === 'object' || items.type === 'void' || isObject(items.properties)) this.inside(items, pointer(path, 'items'), holder)
    else this.node('value', items, { path: pointer(path, 'items'), holder, isRequired: true })
    if (holder.isEmpty) return this.nothing(path, node)
    if (!/^Array/.test(component)) this.losses.near(path, 'control', component)
    // words of "add" stand in a node of its own, beside the rows
    const addition = propertiesOf(node).find(([, inner]) => /\.Addition$/.test(String(inner['x-component'])))?.[1]
    const props = addition && isObject(addition['x-component-props']) ? addition['x-component-props'] : {}
    const addLabel = addition ? this.textAt(addition.title ?? props.title, path) : null
    for (const [name, inner] of isObject(node.properties) ? entriesOf(node.properties) : [])
      if (!isObject(inner) || !/^Array/.test(String(inner['x-component'])))
        this.losses.lost(pointer(pointer(path, 'properties'), name), 'type', inner)
      else if (inner.type !== 'void') this.losses.lost(pointer(pointer(pointer(path, 'properties'), name), 'type'), 'type', inner.type)
    const layout = /Table/.test(component) ? 'table' : 'cards'
    return { ...holder.rows, ...pick(checks, ['minItems', 'maxItems']), 'x-props': { layout, ...(addLabel ? { addLabel } : {}) } }
  }

  private upload(type: string, props: Json, checks: FormField, path: string): FormField {
    const accept = String(props.accept ?? '')
      .split(',')
      .map((each) => each.trim().replace(/^\./, ''))
      .filter((each) => each !== '')
    for (const key of ['action', 'headers', 'listType', 'multiple', 'textContent'])
      if (props[key] !== undefined) this.losses.aside(pointer(pointer(path, 'x-component-props'), key), 'file', props[key])
    const most = typeof props.maxCount === 'number' ? { maxItems: props.maxCount } : pick(checks, ['maxItems'])
    const types = accept.length > 0 ? { fileTypes: accept } : {}
    return type === 'object'
      ? { type, 'x-widget': 'upload', ...types }
      : { type: 'array', 'x-widget': 'upload', items: { type: 'object' }, ...types, ...most }
  }

  private options(node: Json, props: Json, path: string): FieldOption[] | null {
    const source = Array.isArray(node.enum) ? 'enum' : Array.isArray(node.dataSource) ? 'dataSource' : null
    const inProps = source ? null : ['options', 'dataSource', 'treeData'].find((key) => Array.isArray(props[key]))
    const given = source ? list(node[source]) : inProps ? list(props[inProps]) : null
    const at = source ? pointer(path, source) : pointer(pointer(path, 'x-component-props'), inProps ?? '')
    if (!given || given.length === 0 || node.type === 'boolean') return null
    const seen = new Set<RuleLiteral>()
    const flat = (values: readonly unknown[], below: string, label: string): FieldOption[] =>
      values.flatMap((option, index) => {
        const here = pointer(below, index)
        const isParent = isObject(option) && Array.isArray(option.children)
        const value = isObject(option) ? (isParent ? option.label : (option.value ?? option.key ?? option.label)) : option
        const text = isObject(option) ? this.textAt(option.label ?? option.title, here) : null
        const words = text ?? both(String(value))
        if (isObject(option) && Array.isArray(option.children)) {
          this.losses.near(here, 'options', words.zh)
          return flat(option.children, pointer(here, 'children'), `${label}${words.zh} / `)
        }
        if (!isLiteral(value) || seen.has(value)) {
          this.losses.lost(here, 'options', option)
          return []
        }
        seen.add(value)
        return [{ value, label: { zh: `${label}${words.zh}`, en: `${label}${words.en}` } }]
      })
    const options = flat(given, at, '')
    return options.length > 0 ? options : null
  }

  private preset(node: Json, path: string): FormField {
    const preset = node.default ?? node['x-value']
    if (preset === undefined || preset === null) return {}
    const key = node.default === undefined ? 'x-value' : 'default'
    if ((isLiteral(preset) && !isExpression(preset)) || (Array.isArray(preset) && preset.every(isLiteral)))
      return { default: wholeOf(preset) }
    this.losses.lost(pointer(path, key), isExpression(preset) ? 'script' : 'value', preset)
    return {}
  }

  // ---------------------------------------------------------------------------------------------------------- checks

  private limits(node: Json, props: Json, path: string): FormField {
    const limits: FormField = {}
    const isText = node.type === 'string' || node.type === undefined
    if (isText) Object.assign(limits, limit(props, 'maxLength', 'maxLength'))
    if (node.type === 'number' || node.type === 'integer')
      Object.assign(limits, limit(props, 'min', 'minimum'), limit(props, 'max', 'maximum'))
    this.take(node, limits, path, node.type)
    const validator = node['x-validator']
    const checks = Array.isArray(validator) ? validator : validator === undefined ? [] : [validator]
    for (const [at, check] of checks.entries()) {
      const here = Array.isArray(validator) ? pointer(pointer(path, 'x-validator'), at) : pointer(path, 'x-validator')
      if (typeof check === 'string') this.format(check, limits, here)
      else if (isObject(check)) this.take(check, limits, here, node.type)
    }
    return limits
  }

  private take(check: Json, limits: FormField, path: string, type: unknown): void {
    const isList = type === 'array'
    for (const [from, to] of [
      ['minLength', isList ? 'minItems' : 'minLength'],
      ['maxLength', isList ? 'maxItems' : 'maxLength'],
      ['min', isList ? 'minItems' : type === 'string' ? 'minLength' : 'minimum'],
      ['max', isList ? 'maxItems' : type === 'string' ? 'maxLength' : 'maximum'],
      ['minimum', 'minimum'],
      ['maximum', 'maximum'],
      ['exclusiveMinimum', 'exclusiveMinimum'],
      ['exclusiveMaximum', 'exclusiveMaximum'],
      ['minItems', 'minItems'],
      ['maxItems', 'maxItems'],
      ['multipleOf', 'multipleOf'],
    ] as const)
      Object.assign(limits, limit(check, from, to))
    if (typeof check.len === 'number')
      Object.assign(limits, isList ? { minItems: check.len, maxItems: check.len } : { minLength: check.len, maxLength: check.len })
    if (typeof check.format === 'string') this.format(check.format, limits, pointer(path, 'format'))
    if (check.whitespace === true) this.losses.near(pointer(path, 'whitespace'), 'rule', true)
    if (typeof check.pattern === 'string') {
      const pattern = check.pattern.replace(/^\/(.*)\/[a-z]*$/, '$1')
      if (isSafePattern(pattern)) limits.pattern = pattern
      else this.losses.lost(pointer(path, 'pattern'), 'pattern', check.pattern)
    }
  }

  private format(format: string, limits: FormField, path: string): void {
    if (format === 'email') limits.email = true
    else if (format === 'url') limits.format = 'uri'
    else if (format === 'phone') limits.phone = true
    else if (format === 'idcard') limits.idNumber = true
    else if (format === 'integer') limits.multipleOf = 1
    else if (format === 'number' || format === 'date' || format === 'zh') this.losses.near(path, 'rule', format)
    else this.losses.lost(path, 'rule', format)
  }

  private asks(node: Json): boolean {
    return [node['x-validator']].flat().some((check) => isObject(check) && check.required === true)
  }

  // ---------------------------------------------------------------------------------------------------------- rules

  private ruled(node: Json, field: FormField, path: string, holder: Holder): FormField {
    let ruled = this.display(node, field, path)
    const reactions = node['x-reactions']
    for (const reaction of Array.isArray(reactions) ? reactions : reactions === undefined ? [] : [reactions])
      ruled = isObject(reaction) ? this.reaction(reaction, ruled, path, holder) : this.refuse(reaction, ruled, path)
    for (const [key, rule] of [
      ['x-visible', 'x-visibleWhen'],
      ['x-hidden', 'x-visibleWhen'],
      ['x-disabled', 'x-enabledWhen'],
    ] as const) {
      const value = node[key]
      if (typeof value !== 'string') continue
      ruled = this.withRule(ruled, { rule, source: value, isOpposite: key !== 'x-visible', names: new Map() }, pointer(path, key), holder)
    }
    return ruled
  }

  private refuse(reaction: unknown, field: FormField, path: string): FormField {
    this.losses.lost(pointer(path, 'x-reactions'), 'script', reaction)
    return field
  }

  private display(node: Json, field: FormField, path: string): FormField {
    const isHidden = node['x-visible'] === false || node['x-hidden'] === true || /^(hidden|none)$/.test(String(node['x-display'] ?? ''))
    const isOff =
      node['x-disabled'] === true ||
      node['x-read-only'] === true ||
      node['x-read-pretty'] === true ||
      /^(disabled|readOnly|readPretty)$/.test(String(node['x-pattern'] ?? ''))
    // hidden until a reaction shows it, which then is its rule
    if (isHidden && node['x-reactions'] === undefined) this.losses.lost(path, 'rule', 'hidden')
    return isOff ? { ...field, 'x-enabledWhen': { cel: 'false' } } : field
  }

  /** `{ dependencies, when, fulfill: { state }, otherwise: { state } }` of the field itself. */
  private reaction(reaction: Json, field: FormField, path: string, holder: Holder): FormField {
    const here = pointer(path, 'x-reactions')
    const names = this.dependencies(reaction.dependencies)
    const state = isObject(reaction.fulfill) && isObject(reaction.fulfill.state) ? reaction.fulfill.state : null
    if (reaction.target !== undefined || !state) {
      this.losses.lost(here, 'rule', reaction)
      return field
    }
    const otherwise = isObject(reaction.otherwise) && isObject(reaction.otherwise.state) ? reaction.otherwise.state : {}
    let ruled = field
    for (const [key, value] of entriesOf(state)) {
      const other = otherwise[key]
      if (STATE_RULES[key] && other !== undefined && meansTrue(key, other) === null)
        this.losses.lost(pointer(here, 'otherwise'), 'rule', otherwise)
      const rule = STATE_RULES[key]
      const source = typeof value === 'string' && isExpression(value) ? value : null
      if (rule && source && reaction.when === undefined) {
        ruled = this.withRule(ruled, { rule: rule.rule, source, isOpposite: rule.isOpposite, names }, here, holder)
        continue
      }
      const means = rule ? meansTrue(key, value) : null
      if (!rule || means === null || typeof reaction.when !== 'string' || (other !== undefined && meansTrue(key, other) === means)) {
        this.losses.lost(here, 'rule', reaction)
        continue
      }
      ruled = this.withRule(ruled, { rule: rule.rule, source: reaction.when, isOpposite: rule.isOpposite === means, names }, here, holder)
    }
    return ruled
  }

  private dependencies(value: unknown): Map<string, string> {
    const names = new Map<string, string>()
    const place = (source: string) => source.replace(/^\.+/, '').replace(/#.*$/, '').split('.').at(-1)!
    if (Array.isArray(value))
      for (const [at, each] of value.entries()) {
        const source = isObject(each) ? String(each.source ?? '') : String(each)
        names.set(`$deps[${at}]`, place(source))
        if (isObject(each) && each.name !== undefined) names.set(`$deps.${String(each.name)}`, place(source))
      }
    else if (isObject(value)) for (const [name, source] of entriesOf(value)) names.set(`$deps.${name}`, place(String(source)))
    return names
  }

  private withRule(field: FormField, { rule: key, source, isOpposite, names }: ReadRule, path: string, holder: Holder): FormField {
    const rule = readExpression(source, (name) =>
      this.named(names.get(name) ?? name.replace(/^\$(form\.)?values\./, ''), names.has(name) || /^\$(form\.)?values\./.test(name), holder),
    )
    const cel = rule && compileVisualRule(isOpposite ? { not: [rule] } : rule)
    if (!cel) {
      this.losses.lost(path, 'rule', source)
      return field
    }
    if (key === 'x-requiredWhen') return { ...field, 'x-requiredWhen': { cel } }
    return shownWhile(field, cel, key)
  }

  private named(name: string, isKnown: boolean, holder: Holder): NamedField | null {
    if (!isKnown) return null
    const last = name.split('.').at(-1)!
    if (holder.prefix === 'item.' && holder.names.known(last) in holder.properties)
      return {
        field: `item.${holder.names.known(last)}`,
        isList: false,
        isBoolean: holder.properties[holder.names.known(last)]!.type === 'boolean',
      }
    return this.known.get(name) ?? this.known.get(last) ?? null
  }
}

interface NamedField {
  field: string
  isList: boolean
  isBoolean: boolean
}
interface ReadRule {
  rule: RuleKey
  source: string
  isOpposite: boolean
  names: ReadonlyMap<string, string>
}
type RuleKey = 'x-visibleWhen' | 'x-enabledWhen' | 'x-requiredWhen'
const STATE_RULES: Record<string, { rule: RuleKey; isOpposite: boolean }> = {
  visible: { rule: 'x-visibleWhen', isOpposite: false },
  hidden: { rule: 'x-visibleWhen', isOpposite: true },
  display: { rule: 'x-visibleWhen', isOpposite: false },
  required: { rule: 'x-requiredWhen', isOpposite: false },
  disabled: { rule: 'x-enabledWhen', isOpposite: true },
  editable: { rule: 'x-enabledWhen', isOpposite: false },
  pattern: { rule: 'x-enabledWhen', isOpposite: false },
}

/** What a constant state says: shown, required, ... or not; null for another value. */
function meansTrue(key: string, value: unknown): boolean | null {
  if (key === 'display') return value === 'visible' ? true : value === 'none' || value === 'hidden' ? false : null
  if (key === 'pattern') return value === 'editable' ? true : typeof value === 'string' ? false : null
  return typeof value === 'boolean' ? value : null
}

function isExpression(value: unknown): value is string {
  return typeof value === 'string' && /^\s*\{\{[\s\S]*\}\}\s*$/.test(value)
}

const COMPARISON = /^(?<name>\$?[\w.[\]$]+)\s*(?<sign>===?|!==?|>=|<=|>|<)\s*(?<value>'[^']*'|"[^"]*"|-?\d+(?:\.\d+)?|true|false)$/
const SIGNS: Record<string, RuleOperator> = {
  '==': 'equals',
  '===': 'equals',
  '!=': 'notEquals',
  '!==': 'notEquals',
  '>': 'more',
  '>=': 'atLeast',
  '<': 'less',
  '<=': 'atMost',
}

/** `{{ $deps[0] === 'a' && !$values.b }}`: comparisons with constants, joined by one kind of sign; null for the rest. */
function readExpression(source: string, fieldOf: (name: string) => NamedField | null): VisualRule | null {
  const text = source
    .replace(/^\s*\{\{/, '')
    .replace(/\}\}\s*$/, '')
    .trim()
  for (const [sign, join] of [
    ['||', 'any'],
    ['&&', 'all'],
  ] as const) {
    if (!text.includes(sign)) continue
    const parts = text.split(sign).map((part) => readExpression(part, fieldOf))
    return parts.every((part) => part !== null) && !/[()]/.test(text) ? ({ [join]: parts } as unknown as VisualRule) : null
  }
  const includes = /^(?<name>\$?[\w.[\]$]+?)\??\.includes\((?<value>'[^']*'|"[^"]*")\)$/.exec(text)?.groups
  if (includes) {
    const found = fieldOf(includes.name!)
    return found && { field: found.field, op: found.isList ? 'includes' : 'contains', value: literal(includes.value!) }
  }
  const groups = COMPARISON.exec(text)?.groups
  if (groups) {
    const found = fieldOf(groups.name!)
    return found && !found.isList ? { field: found.field, op: SIGNS[groups.sign!]!, value: literal(groups.value!) } : null
  }
  const alone = /^(?<not>!{0,2})(?<name>\$?[\w.[\]$]+)$/.exec(text)?.groups
  const found = alone && fieldOf(alone.name!)
  if (!found) return null
  if (!found.isBoolean) return { field: found.field, op: alone.not === '!' ? 'unanswered' : 'answered' }
  const yes: VisualRule = { field: found.field, op: 'equals', value: true }
  return alone.not === '!' ? { not: [yes] } : yes
}

function literal(text: string): RuleLiteral {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^['"]/.test(text) ? text.slice(1, -1) : Number(text)
}

/** Properties in the order of `x-index`. */
function propertiesOf(schema: Json): [string, Json][] {
  const entries = (isObject(schema.properties) ? entriesOf(schema.properties) : []).filter((entry): entry is [string, Json] =>
    isObject(entry[1]),
  )
  const rank = ([, node]: [string, Json]) => (typeof node['x-index'] === 'number' ? node['x-index'] : 0)
  return entries.sort((left, right) => rank(left) - rank(right))
}

/** Objects that hold no value of their own, whatever their type says. */
function arranges(node: Json): boolean {
  return (node.type === undefined || node.type === 'string') && isObject(node.properties)
}

const TYPES = new Set(['object', 'void', 'array', 'string', 'number', 'integer', 'boolean', 'date', 'datetime'])

function isSteps(schema: Json): boolean {
  return schema['x-component'] === 'FormStep'
}

function pick(field: FormField, keys: readonly string[]): FormField {
  return Object.fromEntries(Object.entries(field).filter(([key]) => keys.includes(key)))
}
