/** What people call the options of a field -> the values that are stored. Pure. */
import type { EnumDocument, LocalText, Options } from '../../../runtime/core/documents.ts'
import { searchForm } from '../../../runtime/core/values/normaliseText.ts'
import { bothWords } from './targets.ts'

export type OptionValue = string | number | boolean
export interface OptionWord {
  value: OptionValue
  label: LocalText
  children: readonly OptionWord[]
}

/** Null when a call answers the options. */
export function optionWords(options: Options | null, enums: (id: string) => Pick<EnumDocument, 'values'> | undefined): OptionWord[] | null {
  if (!options || 'call' in options) return null
  if ('enum' in options)
    return (enums(options.enum)?.values ?? []).map(({ code, label }) => ({ value: code, label: bothWords(label), children: [] }))
  return options.map((option) => ({
    value: option.value,
    label: bothWords(option.label),
    children: Array.isArray(option.children) ? (optionWords(option.children as Options, enums) ?? []) : [],
  }))
}

/** The option of that label (in either language) or value; undefined for none. */
export function optionOf(words: readonly OptionWord[], text: string): OptionWord | undefined {
  const wanted = searchForm(text)
  return words.find(({ value, label }) => [String(value), label.zh, label.en].some((word) => searchForm(word) === wanted))
}
