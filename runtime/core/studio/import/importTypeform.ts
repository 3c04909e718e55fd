/** A form of Typeform (fields, welcome and thank-you screens, jumps) -> our form: groups become sections of fields, jumps forward rules of what they
 *  skip. */
import { pointer } from '../../documents/failure.ts'
import type { FormDocument, FormField } from '../../documents.ts'
import { compileVisualRule, type RuleLiteral, type RuleOperator, type VisualRule } from '../visualRule.ts'
import { type FieldOption, Holder, type ImportedContent, oneOf, ratingOf, shownWhile, someOf } from './Holder.ts'
import type { ImportWords, Losses } from './ImportReport.ts'
import { withPlaces } from './pipedWords.ts'
import { both, given, isLiteral, isObject, type Json, limit, list, objectsOf, ownOf, plainText, textOf } from './reading.ts'

export function importTypeform(document: Json, words: ImportWords, losses: Losses): ImportedContent {
  return new Reader(document, words, losses).read()
}

interface Known {
  name: string
  isList: boolean
  isBoolean: boolean
  /** `ref` of a choice -> its value. */
  choices: ReadonlyMap<string, RuleLiteral>
}

class Reader {
  private readonly document: Json
  private readonly speak: ImportWords
  private readonly losses: Losses
  private readonly holder = new Holder()
  private readonly known = new Map<string, Known>()
  /** `ref` of each field in its order, with the names of the fields that it made. */
  private readonly order: { ref: string; names: string[] }[] = []
  private readonly sections: NonNullable<FormDocument['sections']> = []
  constructor(document: Json, speak: ImportWords, losses: Losses) {
    this.document = document
    this.speak = speak
    this.losses = losses
  }

  read(): ImportedContent {
    for (const screen of list(this.document.welcome_screens).filter(isObject)) this.welcome(screen)
    this.fields(list(this.document.fields), '/fields', null)
    for (const [at, screen] of objectsOf(this.document.thankyou_screens))
      if (textOf(screen.title)) this.losses.lost(`/thankyou_screens/${at}/title`, 'text', screen.title)
    for (const [at, name] of list(this.document.hidden).entries()) this.losses.lost(`/hidden/${at}`, 'type', name)
    for (const [at, rules] of list(this.document.logic).entries()) if (isObject(rules)) this.jumps(rules, `/logic/${at}`)
    const form: ImportedContent = {
      title: textOf(this.document.title) ?? both(this.speak('title')),
      schema: { type: 'object', ...this.holder.content },
      ...(this.sections.length > 0 ? { sections: this.sections } : {}),
    }
    return withPlaces(form, /\{\{field:([\w-]+)\}\}/g, (ref) => this.known.get(ref)?.name ?? null)
  }

  private welcome(screen: Json): void {
    const props = isObject(screen.properties) ? screen.properties : {}
    const title = plainText(screen.title)
    const description = plainText(props.description)
    if (!title && !description) return
    this.holder.put(
      this.holder.names.free('introduction'),
      { 'x-widget': 'note', description: (description ?? title)!, ...(description && title ? { title } : {}) },
      false,
    )
  }

  private fields(fields: readonly unknown[], path: string, section: string | null): string[] {
    return fields.flatMap((field, at) => (isObject(field) ? this.field(field, pointer(path, at), section) : []))
  }

  /** @returns names of the fields it made */
  private field(field: Json, path: string, section: string | null): string[] {
    const type = String(field.type)
    const props = isObject(field.properties) ? field.properties : {}
    const title = plainText(field.title)
    const description = plainText(props.description)
    if (type === 'group' || type === 'inline_group') return this.group(field, path, { title, description })
    const checks = isObject(field.validations) ? field.validations : {}
    const made = this.made(type, props, checks, path)
    if (!made) {
      this.losses.lost(path, 'type', field)
      return []
    }
    const ref = String(field.ref ?? field.id ?? '')
    const name = this.holder.names.free(nameOf(ref, type))
    const own: FormField =
      made['x-widget'] === 'note'
        ? { ...made, description: description ?? title ?? both(' '), ...(description && title ? { title } : {}) }
        : { ...made, title: title ?? both(name), ...given('description', description) }
    this.holder.put(name, { ...own, ...(section ? { 'x-section': section } : {}) }, checks.required === true)
    this.known.set(ref, { name, isList: made.type === 'array', isBoolean: made.type === 'boolean', choices: choicesOf(props) })
    this.order.push({ ref, names: [name] })
    return [name]
  }

  private group(
    field: Json,
    path: string,
    { title, description }: { title: ReturnType<typeof textOf>; description: ReturnType<typeof textOf> },
  ): string[] {
    const props = isObject(field.properties) ? field.properties : {}
    const id = `section${this.sections.length + 1}`
    if (title) this.sections.push({ id, title, ...given('description', description) })
    const mark = { ref: String(field.ref ?? ''), names: [] as string[] }
    this.order.push(mark)
    this.losses.aside(pointer(path, 'ref'), 'layout', mark.ref)
    mark.names = this.fields(list(props.fields), `${path}/properties/fields`, title ? id : null)
    return mark.names
  }

  private made(type: string, props: Json, checks: Json, path: string): FormField | null {
    switch (type) {
      case 'short_text':
        return { type: 'string', ...limit(checks, 'max_length', 'maxLength') }
      case 'long_text':
        return { type: 'string', 'x-widget': 'textarea', ...limit(checks, 'max_length', 'maxLength') }
      case 'email':
        return { type: 'string', email: true }
      case 'website':
        return { type: 'string', format: 'uri' }
      case 'phone_number':
        return { type: 'string', maxLength: 30 }
      case 'number':
        return { type: 'number', 'x-widget': 'number', ...limit(checks, 'min_value', 'minimum'), ...limit(checks, 'max_value', 'maximum') }
      case 'date':
        return { type: 'string', format: 'date', 'x-widget': 'date' }
      case 'yes_no':
        return { type: 'boolean', 'x-widget': 'yesNo' }
      case 'legal':
        return {
          type: 'boolean',
          'x-widget': checks.required === true ? 'agreement' : 'switch',
          ...(checks.required === true ? { const: true } : {}),
        }
      case 'file_upload':
        return { type: 'object', 'x-widget': 'upload' }
      case 'statement':
        return { 'x-widget': 'note' }
      case 'multiple_choice':
      case 'picture_choice':
      case 'dropdown':
      case 'ranking':
        return this.choice(type, props, checks, path)
      case 'opinion_scale':
      case 'rating':
      case 'nps':
        return this.scale(type, props, path)
      case 'matrix':
        return this.matrix(props, path)
      case 'contact_info':
      case 'address':
        return this.parts(props)
      default:
        return null
    }
  }

  private choice(type: string, props: Json, checks: Json, path: string): FormField {
    const options = objectsOf(props.choices).map(([at, choice]): FieldOption => {
      const label = plainText(choice.label) ?? both(this.speak('option', { number: at + 1 }))
      if (isObject(choice.attachment)) this.losses.lost(`${path}/properties/choices/${at}/attachment`, 'options', choice.attachment)
      return { value: valueOfChoice(choice, at), label }
    })
    if (props.allow_other_choice === true) {
      const label = both(this.speak('other'))
      this.losses.near(`${path}/properties/allow_other_choice`, 'options', label.zh)
      options.push({ value: 'other', label })
    }
    for (const key of ['randomize', 'alphabetical_order'])
      if (props[key] === true) this.losses.lost(`${path}/properties/${key}`, 'options', key)
    if (options.length === 0) return { type: 'string' }
    if (type === 'ranking') return someOf(options, 'ranking')
    if (type === 'picture_choice') this.losses.near(path, 'control', type)
    if (props.allow_multiple_selection !== true) return oneOf(options, type === 'dropdown' ? 'select' : 'radio')
    return { ...someOf(options), ...limit(checks, 'min_selection', 'minItems'), ...limit(checks, 'max_selection', 'maxItems') }
  }

  private scale(type: string, props: Json, path: string): FormField {
    const isRating = type === 'rating'
    const steps = typeof props.steps === 'number' ? props.steps : isRating ? 5 : 11
    const first = isRating || props.start_at_one === true ? 1 : 0
    const labels = isObject(props.labels) ? props.labels : {}
    if (labels.center !== undefined) this.losses.lost(`${path}/properties/labels/center`, 'text', labels.center)
    const ends = [textOf(labels.left), textOf(labels.right)]
    const rating = ratingOf(first, first + steps - 1, ends, isRating ? undefined : 'numbers')
    if (rating) return rating
    this.losses.near(path, 'control', type)
    return { type: 'integer', minimum: first, maximum: first + steps - 1 }
  }

  /** A question for each row. */
  private matrix(props: Json, path: string): FormField | null {
    const holder = new Holder()
    for (const [at, row] of objectsOf(props.fields)) {
      const inner = isObject(row.properties) ? row.properties : {}
      const field = this.choice('multiple_choice', inner, {}, `${path}/properties/fields/${at}`)
      const checks = isObject(row.validations) ? row.validations : {}
      holder.put(
        holder.names.free(nameOf(String(row.ref ?? ''), `row${at + 1}`)),
        { ...field, title: textOf(row.title) ?? both(String(at + 1)) },
        checks.required === true,
      )
    }
    const { matrix } = holder
    if (matrix) return matrix
    this.losses.near(path, 'layout', 'matrix')
    return holder.isEmpty ? null : holder.section
  }

  private parts(props: Json): FormField | null {
    const holder = new Holder()
    for (const part of list(props.fields).filter(isObject)) {
      const type = String(part.subfield_key ?? part.type ?? '')
      const field: FormField = /email/.test(type) ? { type: 'string', email: true } : { type: 'string' }
      const checks = isObject(part.validations) ? part.validations : {}
      holder.put(
        holder.names.free(nameOf('', type || 'part')),
        { ...field, title: plainText(part.title) ?? both(type) },
        checks.required === true,
      )
    }
    return holder.isEmpty ? null : holder.section
  }

  // ---------------------------------------------------------------------------------------------------------- jumps

  /** A jump forward hides what it skips; every other jump is reported. */
  private jumps(rules: Json, path: string): void {
    const from = this.order.findIndex(({ ref }) => ref === rules.ref)
    const actions = objectsOf(rules.actions)
    for (const [place, [at, action]] of actions.entries()) {
      const here = pointer(pointer(path, 'actions'), at)
      const details = isObject(action.details) ? action.details : {}
      const to = isObject(details.to) ? details.to : {}
      const target = this.order.findIndex(({ ref }) => ref === to.value)
      const condition = isObject(action.condition) ? action.condition : {}
      const isAlways = condition.op === 'always'
      const isNext = target === from + 1 && isAlways && to.type === 'field'
      const rule = isAlways ? null : this.rule(condition)
      const isEnd = to.type === 'thankyou'
      const end = isEnd ? this.order.length : to.type === 'field' ? target : -1
      // which of the last screens is shown there
      if (isEnd) this.losses.aside(`${here}/details/to/value`, 'text', to.value)
      if (isNext && rules.type === 'field' && action.action === 'jump') continue
      const cel = rule && compileVisualRule({ not: [rule] })
      if (action.action !== 'jump' || from < 0 || end <= from || !cel) {
        this.losses.lost(here, 'rule', action)
        this.losses.aside(pointer(path, 'ref'), 'rule', rules.ref)
        continue
      }
      const skipped = new Set(this.order.slice(from + 1, end).flatMap(({ names }) => names))
      for (const name of skipped) this.holder.properties[name] = shownWhile(this.holder.properties[name]!, cel)
      if (
        skipped.size > 0 &&
        place < actions.length - 1 &&
        actions.some(
          ([index, other]) => index !== at && other.action === 'jump' && isObject(other.condition) && other.condition.op !== 'always',
        )
      )
        this.losses.near(here, 'rule', `jump ${String(to.value)}`)
    }
  }

  private rule(condition: Json): VisualRule | null {
    const op = String(condition.op)
    const vars = list(condition.vars).filter(isObject)
    if (op === 'and' || op === 'or') {
      const rules = vars.map((each) => this.rule(each))
      const sure = rules.filter((rule) => rule !== null)
      if (sure.length < rules.length || sure.length === 0) return null
      return op === 'and' ? { all: sure } : { any: sure }
    }
    const left = vars.find(({ type }) => type === 'field')
    const right = vars.find(({ type }) => type === 'choice' || type === 'constant')
    const found = left && this.known.get(String(left.value))
    if (!found || !right) return null
    const value = right.type === 'choice' ? found.choices.get(String(right.value)) : right.value
    if (!isLiteral(value)) return null
    if (found.isBoolean && /^(is|is_not|equal|not_equal)$/.test(op))
      return {
        field: found.name,
        op: op === 'not_equal' || op === 'is_not' ? 'notEquals' : 'equals',
        value: value === true || value === 'true',
      }
    if (found.isList)
      return op === 'is' || op === 'equal'
        ? { field: found.name, op: 'includes', value }
        : op === 'is_not' || op === 'not_equal'
          ? { field: found.name, op: 'includesNot', value }
          : null
    const known = ownOf(OPERATORS, op)
    return known ? { field: found.name, op: known, value } : null
  }
}

const OPERATORS: Record<string, RuleOperator> = {
  is: 'equals',
  equal: 'equals',
  is_not: 'notEquals',
  not_equal: 'notEquals',
  greater_than: 'more',
  greater_equal_than: 'atLeast',
  lower_than: 'less',
  lower_equal_than: 'atMost',
  contains: 'contains',
  not_contains: 'containsNot',
  begins_with: 'startsWith',
  ends_with: 'endsWith',
}

function valueOfChoice(choice: Json, at: number): string {
  const ref = String(choice.ref ?? '')
  return /^[A-Za-z][\w-]{0,30}$/.test(ref) && !/[0-9a-f]{8}-/.test(ref) ? ref : `choice${at + 1}`
}

function choicesOf(props: Json): Map<string, RuleLiteral> {
  return new Map(objectsOf(props.choices).map(([at, choice]) => [String(choice.ref ?? ''), valueOfChoice(choice, at)]))
}

/** A readable reference names the field; others are numbers of the other tool. */
function nameOf(ref: string, type: string): string {
  const words = ref.replaceAll(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase())
  if (/^[A-Za-z]\w{1,40}$/.test(words) && !/[0-9a-f]{8}-[0-9a-f]{4}/.test(ref)) return words
  return type.replaceAll(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/^[^A-Za-z]+/, '') || 'field'
}
