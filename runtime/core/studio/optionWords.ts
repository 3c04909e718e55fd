/** The options of a field as a list that is typed in place: their labels in one language, in their order. Values stay with their options, so answers and rules that
 *  name them stay true. */
import type { FormDocument, FormField, LocalText, Options, Text } from '../documents.ts'
import { readAt, writeAt } from './documentPath.ts'
import { isLocalText } from './formTexts.ts'
import { freeValue, optionValue, parseOptionLines } from './optionLines.ts'
import { typedText } from './partWords.ts'

type Option = Extract<Options, unknown[]>[number]

export interface TypedOption {
  /** Place of the option in the form; null: a new one. */
  from: number | null
  text: string
  /** Both languages of a pasted line, and its value. */
  pasted?: { value: string; label: LocalText }
}

/** @returns null when the form does not list the options of the field, or says them elsewhere */
export function typedOptions(form: FormDocument, path: string, lang: 'zh' | 'en'): TypedOption[] | null {
  const options = (readAt(form, path) as FormField | undefined)?.['x-options']
  if (!Array.isArray(options) || !options.every(({ label }) => isLocalText(label))) return null
  return options.map(({ label }, from) => ({ from, text: (label as LocalText)[lang] ?? '' }))
}

/** A pasted list: one option a line. */
export function pastedOptions(text: string, lang: 'zh' | 'en'): TypedOption[] {
  return parseOptionLines(text).map((pasted) => ({ from: null, text: pasted.label[lang], pasted }))
}

/** The form with these options, and the same form when they are as they were. A label that was cleared stays what it was, an empty new option is none; the last
 *  option stays.
 *  @param starter options of a new field of this kind: words in their place become the same in both languages */
export function withTypedOptions(
  form: FormDocument,
  path: string,
  lang: 'zh' | 'en',
  typed: readonly TypedOption[],
  starter: Options | undefined,
): FormDocument {
  const before = (readAt(form, path) as FormField)['x-options'] as Option[]
  const kept = typed.filter(({ from, text }) => from !== null || text.trim() !== '')
  const values = new Set(kept.flatMap(({ from }) => (from === null ? [] : [before[from]!.value])))
  const next = kept.map((option) => {
    const known = option.from === null ? undefined : before[option.from]
    const made = known ? relabelled(known, option.text, lang, starter) : newOption(option, lang, before, values)
    values.add(made.value)
    return made
  })
  const isSame = next.length === before.length && next.every((option, at) => option === before[at])
  return isSame || next.length === 0 ? form : writeAt(form, `${path}/x-options`, next)
}

function relabelled(option: Option, typed: string, lang: 'zh' | 'en', starter: Options | undefined): Option {
  const text = typed.trim()
  if (text === '' || (option.label as LocalText)[lang] === text) return option
  const given = Array.isArray(starter) ? starter.find(({ value }) => value === option.value)?.label : undefined
  return { ...option, label: typedText(option.label, lang, text, given) as Text }
}

/** Among numbers a new value is the next number. */
function newOption({ text, pasted }: TypedOption, lang: 'zh' | 'en', before: readonly Option[], values: ReadonlySet<unknown>): Option {
  const words = text.trim()
  const label = (pasted ? typedText(pasted.label, lang, words, undefined) : { zh: words, en: words }) as LocalText
  if (before.length > 0 && before.every(({ value }) => typeof value === 'number')) {
    const numbers = [...values, ...before.map(({ value }) => value)] as number[]
    return { value: Math.max(...numbers) + 1, label }
  }
  const taken = new Set([...values].map(String))
  return { value: freeValue(pasted?.value ?? optionValue(label.en, label.zh), taken), label }
}
