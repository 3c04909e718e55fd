/** All rules of a form in one list: where each stands, what it sets, what it reads, and the rows it can be shown as. Read by the logic tab, the checks,
 *  the differences between versions, and by the person who wants to know where a field is used. */
import { pointer } from '../documents/failure.ts'
import type { PlacedField } from '../documents/formFields.ts'
import { type FormLogic, holderOf } from '../documents/formLogic.ts'
import type { Cel, FormDocument, Options, Text, Value } from '../documents.ts'
import { compileUnchecked } from '../expressions/compileUnchecked.ts'
import { ExpressionError } from '../expressions/ExpressionError.ts'
import { parseVisualRule, type VisualRule } from './visualRule.ts'

export const RULE_KINDS = [
  'visible',
  'enabled',
  'required',
  'computed',
  'prefill',
  'set',
  'check',
  'optionWhen',
  'optionShown',
  'optionDisabled',
  'optionInput',
  'jump',
] as const
/** What a rule sets. `optionInput`: a parameter of the call that answers the options. `jump`: where a step leads. */
export type RuleKind = (typeof RULE_KINDS)[number]

/** Kinds that stand once at a field, and the key they are under. */
export const RULE_KEYS = {
  visible: 'x-visibleWhen',
  enabled: 'x-enabledWhen',
  required: 'x-requiredWhen',
  computed: 'x-computed',
  optionWhen: 'x-optionWhen',
} as const satisfies Partial<Record<RuleKind, string>>

/** Kinds that stand once at an option. */
export const OPTION_KEYS = { optionShown: 'visibleWhen', optionDisabled: 'disabledWhen' } as const

/** Kinds that are text alone, because they answer a value. */
export const VALUE_KINDS: readonly RuleKind[] = ['computed', 'prefill', 'optionInput']

export interface DesignRule {
  kind: RuleKind
  /** JSON Pointer of the `{ cel }`. */
  path: string
  /** The field whose rule it is. */
  placed: PlacedField
  cel: string
  /** `optionDisabled`, `optionShown`: the option. */
  option?: { value: unknown; label: unknown }
  /** What else stands beside the condition: the words of a check, the value that is filled in, the step that it leads to. */
  effect?: RuleEffect
  /** Templates of the fields it reads, `context.<name>`, `session.permissions`. */
  reads: readonly string[]
  /** Null: only the expert editor can show it. Computed values have no rows. */
  visual: VisualRule | null
  /** It does not parse. */
  mistake: { message: string; offset: number } | null
}

export interface RuleEffect {
  message?: Text
  to?: Value
  fixed?: boolean
}

/** In the order of the fields; where steps lead comes last. */
export function allRules(logic: FormLogic, steps: FormDocument['steps'] = []): DesignRule[] {
  return [
    ...logic.fields.flatMap((placed) => rulesOf(placed, logic)),
    ...placedSteps(steps).flatMap((placed, at) => jumpRules(placed, steps[at]!.next ?? [], logic)),
  ]
}

/** Steps in the place of fields: what stands at one reads the fields of the form. */
export function placedSteps(steps: FormDocument['steps'] = []): PlacedField[] {
  return steps.map(({ id, title }, at) => ({
    name: id,
    field: { title },
    path: `/steps/${at}`,
    siblings: {},
    row: null,
    template: `#${id}`,
    required: false,
  }))
}

type Jumps = NonNullable<NonNullable<FormDocument['steps']>[number]['next']>

function jumpRules(placed: PlacedField, jumps: Jumps, logic: FormLogic): DesignRule[] {
  return jumps.map(({ when, to }, at) => {
    const path = `${placed.path}/next/${at}/when`
    const effect = { to }
    if (when) return { ...designRule('jump', path, when, placed, logic), effect }
    return { kind: 'jump', path, placed, cel: '', reads: [], visual: null, mistake: null, effect }
  })
}

/** Rules that are members of a list at a field. */
function listedRules({ field, path }: PlacedField, made: (kind: RuleKind, path: string, cel: Cel) => DesignRule): DesignRule[] {
  const filled = (field['x-set'] ?? []).flatMap(({ when, to, fixed = false }, at): DesignRule[] => {
    const here = pointer(pointer(path, 'x-set'), at)
    if (when) return [{ ...made('set', `${here}/when`, when), effect: { to, fixed } }]
    return isCel(to) ? [made('prefill', `${here}/to`, to)] : []
  })
  const checks = (field['x-checks'] ?? []).map(({ must, message }, at) => ({
    ...made('check', `${pointer(path, 'x-checks')}/${at}/must`, must),
    effect: { message },
  }))
  return [...filled, ...checks]
}

/** The rules that read a field, or something inside of it. */
export function rulesReading(rules: readonly DesignRule[], template: string): DesignRule[] {
  return rules.filter(({ reads }) => reads.some((read) => read === template || read.startsWith(`${template}/`)))
}

function rulesOf(placed: PlacedField, logic: FormLogic): DesignRule[] {
  const { field, path } = placed
  const own = Object.entries(RULE_KEYS).flatMap(([kind, key]) => {
    const cel = field[key]
    return isCel(cel) ? [designRule(kind as RuleKind, pointer(path, key), cel, placed, logic)] : []
  })
  const listed = listedRules(placed, (kind, at, cel) => designRule(kind, at, cel, placed, logic))
  return [...own, ...listed, ...optionRules(field['x-options'], pointer(path, 'x-options'), placed, logic)]
}

/** One option that the form itself lists, or one below it. */
export interface PlacedOption {
  /** JSON Pointer of the option. */
  path: string
  value: unknown
  label: unknown
  disabledWhen?: Cel
  visibleWhen?: Cel
}

/** The options that are at a field itself; none when they come from an enum or a call. */
export function optionsAt({ field, path }: PlacedField): PlacedOption[] {
  return listedOptions(field['x-options'], pointer(path, 'x-options'))
}

function listedOptions(options: Options | undefined, path: string): PlacedOption[] {
  if (!Array.isArray(options)) return []
  return options.flatMap(({ value, label, disabledWhen, visibleWhen, children }, at) => {
    const here = pointer(path, at)
    const own: PlacedOption = {
      path: here,
      value,
      label,
      ...(disabledWhen ? { disabledWhen } : {}),
      ...(visibleWhen ? { visibleWhen } : {}),
    }
    return [own, ...listedOptions(children, pointer(here, 'children'))]
  })
}

function optionRules(options: Options | undefined, path: string, placed: PlacedField, logic: FormLogic): DesignRule[] {
  if (Array.isArray(options))
    return optionsAt(placed).flatMap(({ path: at, value, label, ...conditions }) =>
      Object.entries(OPTION_KEYS).flatMap(([kind, key]) => {
        const cel = conditions[key]
        return cel ? [{ ...designRule(kind as RuleKind, pointer(at, key), cel, placed, logic), option: { value, label } }] : []
      }),
    )
  if (!options || !('call' in options)) return []
  return Object.entries(options.params ?? {}).flatMap(([name, value]) =>
    isCel(value) ? [designRule('optionInput', pointer(pointer(path, 'params'), name), value, placed, logic)] : [],
  )
}

function designRule(kind: RuleKind, path: string, { cel }: Cel, placed: PlacedField, logic: FormLogic): DesignRule {
  const visual = VALUE_KINDS.includes(kind) ? null : parseVisualRule(cel)
  const base = { kind, path, placed, cel, visual }
  try {
    const { references } = compileUnchecked(cel)
    return { ...base, reads: [...new Set(references.map((reference) => readName(reference, placed, logic)))], mistake: null }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return { ...base, reads: [], mistake: { message: error.message, offset: error.offset } }
  }
}

function readName(reference: readonly string[], placed: PlacedField, logic: FormLogic): string {
  for (let length = reference.length; length > 0; length--) {
    const field = logic.target(reference.slice(0, length), placed)
    if (field) return field.template
  }
  if (reference[0] === 'item') return holderOf(placed, logic)?.template ?? 'item'
  return reference.slice(0, 2).join('.')
}

function isCel(value: unknown): value is Cel {
  return typeof value === 'object' && value !== null && typeof (value as Cel).cel === 'string'
}
