/** The two languages of the locale files say the same things: each key in both, with the same named places. */
import type { DocumentFailure, Lang } from '../platform.ts'
import { incompletePlurals, PLURAL_CATEGORIES } from '../pluralForm.ts'
import { PLAIN_TEXT_FORMATS, placesOfText } from '../textFormats.ts'
import type { FailureCode } from './failure.ts'
import type { Texts } from './parseTexts.ts'
import { nearest, suggest } from './suggest.ts'

const LANGUAGES: readonly (readonly [Lang, Lang])[] = [
  ['zh', 'en'],
  ['en', 'zh'],
]

/** A mistake inside a text; the caller adds the place. */
type WordsFailure = { code: FailureCode } & Pick<DocumentFailure, 'expected' | 'found' | 'suggestion'>

/** Each missing text once, at the place where the other language has it. */
export function linkTexts({ texts, origins }: Texts): DocumentFailure[] {
  return LANGUAGES.flatMap(([lang, other]) =>
    Object.keys(texts[lang]).flatMap((key) => {
      const origin = origins[lang].get(key)
      if (origin === undefined) return []
      const words = texts[lang][key] ?? ''
      const own = [...pluralFailures(words, lang), ...textFormatFailures(words)].map((failure) => ({ ...failure, ...origin }))
      if (key in texts[other]) return [...own, ...(lang === 'zh' ? placeFailures(key, texts, origin) : [])]
      const near = nearest(
        key,
        Object.keys(texts[other]).filter((name) => !(name in texts[lang])),
      )
      // the misspelt key is reported from the other language already
      if (near !== null && lang === 'en') return []
      const suggestion =
        near === null ? `add "${key}" to ${origin.file.replace(`/${lang}/`, `/${other}/`)}` : `did you mean "${near}" there?`
      return [{ code: 'TEXT_MISSING', ...origin, expected: `the same key in ${other}`, found: `only ${lang}`, suggestion }]
    }),
  )
}

/** Plurals without a form for each category of their language. The caller adds the place. */
export function pluralFailures(text: string, lang: Lang): WordsFailure[] {
  const forms = PLURAL_CATEGORIES[lang].map((category) => `${category}: ...`).join('; ')
  return incompletePlurals(text, lang).map((found) => ({
    code: 'TEXT_PLURAL',
    expected: `{{name, plural(${forms})}}`,
    found,
    suggestion: `give the words for each of: ${PLURAL_CATEGORIES[lang].join(', ')}`,
  }))
}

/**
 * Places that name a format which texts do not have, or an enum that does not exist. The caller adds the place.
 * @param enumIds  ids that may be named; none in locale files, which come to the browser without documents
 */
export function textFormatFailures(text: string, enumIds?: () => readonly string[]): WordsFailure[] {
  const known: string[] = [...PLAIN_TEXT_FORMATS, 'plural', ...(enumIds ? ['enum'] : [])]
  return placesOfText(text).flatMap(({ name, format, argument }): WordsFailure[] => {
    if (format === undefined) return []
    const isPlain = argument === undefined || format === 'plural' || format === 'enum'
    if (!known.includes(format) || !isPlain) {
      const found = `{{${name}, ${format}${argument === undefined ? '' : `(${argument})`}}}`
      return [{ code: 'TEXT_FORMAT', expected: `one of ${known.join(', ')}`, found, suggestion: suggest(format, known, 'remove it') }]
    }
    const enums = format === 'enum' ? (enumIds?.() ?? []) : []
    if (format !== 'enum' || enums.includes(argument ?? '')) return []
    const suggestion = suggest(argument ?? '', enums, 'write the id of an enum in parentheses: enum(area.name)')
    return [{ code: 'REFERENCE_UNKNOWN', expected: 'the id of a document of kind enum', found: `"${argument ?? ''}"`, suggestion }]
  })
}

/** `{{name}}` places that one language has and the other lacks. */
function placeFailures(key: string, texts: Texts['texts'], origin: { file: string; path: string }): DocumentFailure[] {
  const zh = placesOf(texts.zh[key] ?? '')
  const en = placesOf(texts.en[key] ?? '')
  if (zh.join() === en.join()) return []
  const expected = 'the same {{name}} places in zh and en'
  const found = `zh has ${zh.join(', ') || 'none'}, en has ${en.join(', ') || 'none'}`
  return [{ code: 'TEXT_PLACES', ...origin, expected, found, suggestion: 'give both texts the same places' }]
}

/** Names of the `{{name}}` places of a text, sorted, each once. */
export function placesOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((match) => match[1] as string))].sort()
}
