/** Form document -> `CompiledForm`: fields flattened to templates, expressions compiled, and the order in which everything is evaluated.
 *  Called once per form version on both sides. Knows no widget: a control is a name until the renderer links it. */
import type { Cel, EnumDocument, FormDocument, FormField, JsonSchema, Permission, Value } from '../documents.ts'
import { AgonError } from '../errors.ts'
import { childPath } from './answerPath.ts'
import { compileCheck, type FieldCheck } from './compileCheck.ts'
import { type CalledOptions, compileOptions, type FieldOptions } from './compileOptions.ts'
import { compileRule, type Rule } from './compileRule.ts'
import { compileSteps, type StepTemplate, stepField, stepOfField } from './compileSteps.ts'
import { holdsFields } from './holdsFields.ts'
import { type EvaluationNode, type FieldNodes, planEvaluation } from './planEvaluation.ts'
import { validatorSchema } from './validatorSchema.ts'

/** What a field does with its value while it is hidden. */
export type WhenHidden = 'keep' | 'clear' | 'clearOnSubmit'

/** A value that the form fills in. */
export interface FilledValue {
  /** Null: always. */
  readonly when: Rule | null
  /** A rule, or the value itself. */
  readonly to: Rule | { readonly value: unknown }
  readonly fixed: boolean
}

/** One declared field. Rows of a repeat group share the templates of its fields. */
export interface FieldTemplate {
  /** Path with a star for rows; `''` for the form itself. */
  readonly path: string
  readonly name: string
  /** Position in the document's order, parents first. */
  readonly index: number
  readonly schema: FormField
  /** group: an object with fields; repeat: an array of such objects; value: everything else (also arrays and objects that one control owns). */
  readonly kind: 'value' | 'group' | 'repeat'
  readonly parent: FieldTemplate | null
  readonly children: readonly FieldTemplate[]
  readonly byName: ReadonlyMap<string, FieldTemplate>
  /** The innermost repeat group that the field stands in: its row is `item`. */
  readonly row: FieldTemplate | null
  readonly required: boolean
  readonly whenHidden: WhenHidden
  readonly readers: Permission | null
  readonly writers: Permission | null
  readonly visibleWhen: Rule | null
  readonly enabledWhen: Rule | null
  readonly requiredWhen: Rule | null
  readonly computed: Rule | null
  /** Null when any value is allowed, also when a call returns the options. */
  readonly options: FieldOptions | null
  /** Which options are offered; reads `option`. */
  readonly optionWhen: Rule | null
  /** Options that a call answers, checked by the server alone. */
  readonly called: CalledOptions | null
  readonly sets: readonly FilledValue[]
  readonly checks: readonly FieldCheck[]
  /** Of a field of the root: the step it stands in, where that one may be passed over. */
  readonly step: FieldTemplate | null
  /** Of a step: where it leads. Null for fields. */
  readonly leads: StepTemplate | null
}

export interface CompiledForm {
  readonly form: FormDocument
  readonly root: FieldTemplate
  /** All templates but the root, in the document's order. */
  readonly fields: readonly FieldTemplate[]
  /** By template path. */
  readonly byPath: ReadonlyMap<string, FieldTemplate>
  /** Steps as the plan sees them; none where each leads to the following one. */
  readonly steps: readonly FieldTemplate[]
  /** Expressions in evaluation order: each follows the values it reads. */
  readonly plan: readonly EvaluationNode[]
  /** The nodes of each field, by template index. */
  readonly nodes: readonly FieldNodes[]
  /** Some rule depends on the time. */
  readonly readsNow: boolean
  /** It belongs to one object: its expressions see nothing about the person who opens it. */
  readonly standalone: boolean
  /** What the validator compiles: values only, without `required` (see `validatorSchema`). */
  readonly validatorSchema: JsonSchema
}

export interface CompileFormOptions {
  /** Enum documents that options name; without it options from enums are not checked. */
  enums?: (id: string) => Pick<EnumDocument, 'values'> | undefined
  /** The form belongs to one object. */
  standalone?: boolean
}

/**
 * @throws FORM_CYCLE     when a field's visibility or computed value depends on itself
 * @throws ExpressionError when an expression does not parse
 */
export function compileForm(form: FormDocument, options: CompileFormOptions = {}): CompiledForm {
  const fields: Building[] = []
  const root = template({ field: { ...form.schema }, name: '', path: '', parent: null, row: null, required: false }, fields, options)
  const steps = compileSteps(form, fields.length).map((step) => stepField(step, root))
  for (const field of fields) {
    if (field.parent !== root || steps.length === 0) continue
    const own = steps.find(({ leads }) => leads?.id === stepOfField(form, field.schema))
    field.step = own?.leads?.position ? own : null
  }
  const declared = fields.filter((field) => field !== root)
  const { plan, nodes } = planEvaluation({ root, fields: declared, steps }, (cycle) => {
    throw new AgonError('FORM_CYCLE', { form: form.id, cycle: cycle.join(' -> ') })
  })
  const compiled = {
    form,
    root,
    fields: declared,
    byPath: new Map(declared.map((field) => [field.path, field])),
    steps,
    plan,
    nodes,
    readsNow: plan.some((node) => node.readsNow),
    standalone: options.standalone === true,
    validatorSchema: validatorSchema({ ...form.schema }),
  }
  return Object.freeze(compiled)
}

interface FieldPlace {
  field: FormField
  name: string
  path: string
  parent: FieldTemplate | null
  row: FieldTemplate | null
  required: boolean
}

type Building = { -readonly [K in keyof FieldTemplate]: FieldTemplate[K] }

function template(place: FieldPlace, into: Building[], options: CompileFormOptions): FieldTemplate {
  const { field, path } = place
  const kind = fieldKind(field, path)
  const made: Building = {
    path,
    name: place.name,
    index: into.length,
    schema: field,
    kind,
    parent: place.parent,
    children: [],
    byName: new Map(),
    row: place.row,
    required: place.required,
    whenHidden: field['x-whenHidden'] ?? 'clearOnSubmit',
    readers: field['x-readers'] ?? null,
    writers: field['x-writers'] ?? null,
    visibleWhen: rule(field['x-visibleWhen']),
    enabledWhen: rule(field['x-enabledWhen']),
    requiredWhen: rule(field['x-requiredWhen']),
    computed: kind === 'value' ? rule(field['x-computed']) : null,
    options: kind === 'value' ? compileOptions(field['x-options'], options.enums) : null,
    optionWhen: kind === 'value' ? rule(field['x-optionWhen']) : null,
    called: kind === 'value' ? calledOptions(field) : null,
    sets: kind === 'value' ? (field['x-set'] ?? []).map(filledValue) : [],
    checks: (field['x-checks'] ?? []).map(compileCheck),
    step: null,
    leads: null,
  }
  into.push(made)
  const inner = kind === 'repeat' ? (field.items as FormField) : field
  if (kind !== 'value') made.children = childTemplates(inner, made, into, options)
  made.byName = new Map(made.children.map((child) => [child.name, child]))
  return made
}

function childTemplates(holder: FormField, parent: FieldTemplate, into: Building[], options: CompileFormOptions): FieldTemplate[] {
  const all = parent.required && isOfMatrix(parent)
  const required = new Set(holder.required ?? [])
  const row = parent.kind === 'repeat' ? parent : parent.row
  const base = parent.kind === 'repeat' ? childPath(parent.path, '*') : parent.path
  return Object.entries(holder.properties ?? {}).map(([name, field]) =>
    template({ field, name, path: childPath(base, name), parent, row, required: all || required.has(name) }, into, options),
  )
}

/** A matrix, or a row of one that holds cells: when it is required, all its fields are, and it asks for nothing itself. */
export function isOfMatrix({ kind, schema, parent }: FieldTemplate): boolean {
  return kind === 'group' && (schema['x-widget'] === 'matrix' || parent?.schema['x-widget'] === 'matrix')
}

function fieldKind(field: FormField, path: string): FieldTemplate['kind'] {
  return path === '' ? 'group' : holdsFields(field)
}

function calledOptions({ 'x-options': options }: FormField): CalledOptions | null {
  return options && 'call' in options ? options : null
}

function filledValue({ when, to, fixed = false }: { when?: Cel; to: Value; fixed?: boolean }): FilledValue {
  return { when: rule(when), to: isCel(to) ? compileRule(to.cel) : { value: to }, fixed }
}

function isCel(value: Value): value is Cel {
  return typeof value === 'object' && value !== null && typeof (value as { cel?: unknown }).cel === 'string'
}

function rule(expression: Cel | undefined): Rule | null {
  return expression ? compileRule(expression.cel) : null
}
