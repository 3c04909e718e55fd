/** All rules of a form in one list: where each stands, what it sets, what it reads, and the rows it can be shown as. Read by the logic tab, the checks,
 *  the differences between versions, and by the person who wants to know where a field is used. */
import { pointer } from '../documents/failure.ts'
import type { PlacedField } from '../documents/formFields.ts'
import { type FormLogic, holderOf } from '../documents/formLogic.ts'
import type { Cel, Options } from '../documents.ts'
import { compileUnchecked } from '../expressions/compileUnchecked.ts'
import { ExpressionError } from '../expressions/ExpressionError.ts'
import { parseVisualRule, type VisualRule } from './visualRule.ts'

export const RULE_KINDS = ['visible', 'enabled', 'required', 'computed', 'optionDisabled', 'optionInput'] as const
/** What a rule sets. `optionInput`: a parameter of the call that answers the options. */
export type RuleKind = (typeof RULE_KINDS)[number]

/** Kinds that stand once at a field, and the key they are under. */
export const RULE_KEYS = {
  visible: 'x-visibleWhen',
  enabled: 'x-enabledWhen',
  required: 'x-requiredWhen',
  computed: 'x-computed',
} as const satisfies Partial<Record<RuleKind, string>>

export interface DesignRule {
  kind: RuleKind
  /** JSON Pointer of the `{ cel }`. */
  path: string
  /** The field whose rule it is. */
  placed: PlacedField
  cel: string
  /** `optionDisabled`: the option. */
  option?: { value: unknown; label: unknown }
  /** Templates of the fields it reads, `context.<name>`, `session.permissions`. */
  reads: readonly string[]
  /** Null: only the expert editor can show it. Computed values have no rows. */
  visual: VisualRule | null
  /** It does not parse. */
  mistake: { message: string; offset: number } | null
}

/** In the order of the fields. */
export function allRules(logic: FormLogic): DesignRule[] {
  return logic.fields.flatMap((placed) => rulesOf(placed, logic))
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
  return [...own, ...optionRules(field['x-options'], pointer(path, 'x-options'), placed, logic)]
}

/** One option that the form itself lists, or one below it. */
export interface PlacedOption {
  /** JSON Pointer of the option. */
  path: string
  value: unknown
  label: unknown
  disabledWhen?: Cel
}

/** The options that are at a field itself; none when they come from an enum or a call. */
export function optionsAt({ field, path }: PlacedField): PlacedOption[] {
  return listedOptions(field['x-options'], pointer(path, 'x-options'))
}

function listedOptions(options: Options | undefined, path: string): PlacedOption[] {
  if (!Array.isArray(options)) return []
  return options.flatMap(({ value, label, disabledWhen, children }, at) => {
    const here = pointer(path, at)
    const own: PlacedOption = { path: here, value, label, ...(disabledWhen ? { disabledWhen } : {}) }
    return [own, ...listedOptions(children, pointer(here, 'children'))]
  })
}

function optionRules(options: Options | undefined, path: string, placed: PlacedField, logic: FormLogic): DesignRule[] {
  if (Array.isArray(options))
    return optionsAt(placed).flatMap(({ path: at, value, label, disabledWhen }) =>
      disabledWhen
        ? [{ ...designRule('optionDisabled', pointer(at, 'disabledWhen'), disabledWhen, placed, logic), option: { value, label } }]
        : [],
    )
  if (!options || !('call' in options)) return []
  return Object.entries(options.params ?? {}).flatMap(([name, value]) =>
    isCel(value) ? [designRule('optionInput', pointer(pointer(path, 'params'), name), value, placed, logic)] : [],
  )
}

function designRule(kind: RuleKind, path: string, { cel }: Cel, placed: PlacedField, logic: FormLogic): DesignRule {
  const visual = kind === 'computed' || kind === 'optionInput' ? null : parseVisualRule(cel)
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
