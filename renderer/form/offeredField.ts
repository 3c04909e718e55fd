/** A field with the options that are offered now: controls know no others. */
import { findDocument } from '../../runtime/client/library.ts'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import type { FormField, Options } from '../../runtime/core/documents.ts'
import type { OptionValue } from '../../runtime/core/form/compileOptions.ts'
import type { OptionsLeft } from './FormSession.ts'

type Listed = Extract<Options, unknown[]>

/** The same field while the same options are hidden, so that controls read them once. */
const known = new WeakMap<FormField, { hidden: readonly OptionValue[]; left: OptionsLeft | null; field: FormField }>()

/** @param left  how many places the options have left, shown beside their words */
export function offeredField(field: FormField, hidden: readonly OptionValue[], left: OptionsLeft | null): FormField {
  if (hidden.length === 0 && left === null) return field
  const before = known.get(field)
  if (before?.hidden === hidden && before.left === left) return before.field
  const options = without(listed(field['x-options']), new Set(hidden))
  const offered = { ...field, 'x-options': left ? options.map((option) => counted(option, left)) : options }
  known.set(field, { hidden, left, field: offered })
  return offered
}

/** Options without a place left; one that is chosen already stays open. */
export function fullOptions(left: OptionsLeft | null, chosen: unknown): OptionValue[] {
  if (!left) return []
  const held = Array.isArray(chosen) ? chosen : [chosen]
  return [...left].flatMap(([value, count]) => (count === 0 && !held.includes(value) ? [value] : []))
}

function counted(option: Listed[number], left: OptionsLeft): Listed[number] {
  const count = left.get(option.value)
  if (count === undefined) return option
  const label = translate(count === 0 ? 'form.optionFull' : 'form.optionLeft', { option: resolveText(option.label), count })
  return { ...option, label: { zh: label, en: label } }
}

function listed(options: Options | undefined): Listed {
  if (Array.isArray(options)) return options
  const values = options && 'enum' in options ? findDocument('enums', options.enum)?.values : undefined
  return (values ?? []).map(({ code, label }) => ({ value: code, label }))
}

function without(options: Listed, hidden: ReadonlySet<OptionValue>): Listed {
  return options.flatMap((option) => {
    if (hidden.has(option.value)) return []
    return [Array.isArray(option.children) ? { ...option, children: without(option.children, hidden) } : option]
  })
}
