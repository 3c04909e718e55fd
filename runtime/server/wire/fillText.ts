import type { EnumDocument } from '../../core/documents.ts'
import { moneyText } from '../../core/moneyText.ts'
import type { Lang } from '../../core/platform.ts'
import { parsePluralForms, pluralForm } from '../../core/pluralForm.ts'
import { replacePlaces } from '../../core/textFormats.ts'
import { valueFormats } from './valueFormats.ts'

/** Puts values into a text: `{{name}}`, words by number: `{{name, plural(one: ...; other: ...)}}`, the labels of codes: `{{name, enum(area.name)}}`,
 *  and amounts: `{{name, money}}`. Missing names leave nothing; values are plain (lists joined by commas), or texts in two languages.
 *  @param enums     by id; a code of an enum that is not among them stays as it is
 *  @param timeZone  of times, `{{at, datetime}}`; without one the other formats are left to the browser */
export function fillText(
  text: string,
  values: Readonly<Record<string, unknown>>,
  lang: Lang,
  enums?: ReadonlyMap<string, EnumDocument>,
  timeZone?: string,
): string {
  const amount = (value: unknown) => (typeof value === 'number' ? moneyText(value, lang) : String(value))
  function labelFor(format: string | undefined, argument: string): (value: unknown) => string {
    if (format === 'enum') return (code) => labelOf(enums?.get(argument), code, lang)
    if (format === 'money' || (format === 'price' && timeZone !== undefined)) return amount
    const other = timeZone === undefined || format === undefined ? undefined : valueFormats[format]
    return other ? (value) => other(value, lang, timeZone!) : String
  }
  return replacePlaces(text, ({ name, format, argument = '' }) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (format === 'plural') return pluralForm(value, parsePluralForms(argument), lang)
    const label = labelFor(format, argument)
    return value == null
      ? ''
      : Array.isArray(value)
        ? value.map(label).join(', ')
        : typeof value === 'object'
          ? inLanguage(value, lang)
          : label(value)
  })
}

/** A text in two languages as its reader has it; nothing for other objects. */
function inLanguage(value: object, lang: Lang): string {
  const words = value as Partial<Record<Lang, unknown>>
  return String(words[lang] || words.zh || words.en || '')
}

function labelOf(document: EnumDocument | undefined, code: unknown, lang: Lang): string {
  const label = document?.values.find((value) => String(value.code) === String(code))?.label
  return typeof label === 'object' && lang in label ? (label as Record<Lang, string>)[lang] : String(code)
}
