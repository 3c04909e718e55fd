import type { EnumDocument } from '../../core/documents.ts'
import { moneyText } from '../../core/moneyText.ts'
import type { Lang } from '../../core/platform.ts'
import { parsePluralForms, pluralForm } from '../../core/pluralForm.ts'
import { replacePlaces } from '../../core/textFormats.ts'

/** Puts values into a text: `{{name}}`, words by number: `{{name, plural(one: ...; other: ...)}}`, the labels of codes: `{{name, enum(area.name)}}`,
 *  and amounts: `{{name, money}}`. Missing names leave nothing; values are plain (lists joined by commas): other formats, `{{at, datetime}}`, are left to the browser.
 *  @param enums  by id; a code of an enum that is not among them stays as it is */
export function fillText(
  text: string,
  values: Readonly<Record<string, unknown>>,
  lang: Lang,
  enums?: ReadonlyMap<string, EnumDocument>,
): string {
  const amount = (value: unknown) => (typeof value === 'number' ? moneyText(value, lang) : String(value))
  return replacePlaces(text, ({ name, format, argument = '' }) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (format === 'plural') return pluralForm(value, parsePluralForms(argument), lang)
    const label = format === 'enum' ? (code: unknown) => labelOf(enums?.get(argument), code, lang) : format === 'money' ? amount : String
    return value == null ? '' : Array.isArray(value) ? value.map(label).join(', ') : typeof value === 'object' ? '' : label(value)
  })
}

function labelOf(document: EnumDocument | undefined, code: unknown, lang: Lang): string {
  const label = document?.values.find((value) => String(value.code) === String(code))?.label
  return typeof label === 'object' && lang in label ? (label as Record<Lang, string>)[lang] : String(code)
}
