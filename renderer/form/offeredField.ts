/** A field with the options that are offered now: controls know no others. */
import { findDocument } from '../../runtime/client/library.ts'
import type { FormField, Options } from '../../runtime/core/documents.ts'
import type { OptionValue } from '../../runtime/core/form/compileOptions.ts'

type Listed = Extract<Options, unknown[]>

/** The same field while the same options are hidden, so that controls read them once. */
const known = new WeakMap<FormField, { hidden: readonly OptionValue[]; field: FormField }>()

export function offeredField(field: FormField, hidden: readonly OptionValue[]): FormField {
  if (hidden.length === 0) return field
  const before = known.get(field)
  if (before?.hidden === hidden) return before.field
  const offered = { ...field, 'x-options': without(listed(field['x-options']), new Set(hidden)) }
  known.set(field, { hidden, field: offered })
  return offered
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
