/** Words that depend on a number, written inside a text: `{{count}} {{count, plural(one: work; other: works)}}`. Any number of a text can have its own, and
 *  locale files, texts in documents, mails and error texts are written the same way. */
import type { Lang } from './platform.ts'

/** Plural category (`one`, `other`, ...) -> words. */
export type PluralForms = Readonly<Record<string, string>>

/** Categories that a language has for whole numbers, by `Intl.PluralRules`. */
export const PLURAL_CATEGORIES: Readonly<Record<Lang, readonly string[]>> = { zh: ['other'], en: ['one', 'other'] }

const rules = { zh: new Intl.PluralRules('zh-CN'), en: new Intl.PluralRules('en-GB') } as const

/** The words for a number; those of `other` for a value that is no number. */
export function pluralForm(value: unknown, forms: PluralForms, lang: Lang): string {
  return forms[rules[lang].select(Number(value))] ?? forms.other ?? ''
}

/** `one: work; other: works` -> forms. Words contain neither `;` nor brackets. */
export function parsePluralForms(written: string): PluralForms {
  return Object.fromEntries(
    written.split(';').flatMap((form) => {
      const colon = form.indexOf(':')
      return colon < 0 ? [] : [[form.slice(0, colon).trim(), form.slice(colon + 1).trim()]]
    }),
  )
}

/** The plurals of a text that lack a category of the language, as they are written. */
export function incompletePlurals(text: string, lang: Lang): string[] {
  return [...text.matchAll(/\{\{\s*\w+\s*,\s*plural\b(?:\(([^)}]*)\))?[^}]*\}\}/g)].flatMap(([plural, written = '']) => {
    const forms = parsePluralForms(written)
    return PLURAL_CATEGORIES[lang].every((category) => forms[category]) ? [] : [plural]
  })
}
