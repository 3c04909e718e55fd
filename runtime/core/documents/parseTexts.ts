/** Locale files -> flat texts. `schemas/locales/zh/shell.json` with `{ "a": { "b": "..." } }` gives the key `a.b`; the file's name is no part of it. */
import type { DocumentFailure, Lang, RawDocument } from '../platform.ts'
import { pointer, show } from './failure.ts'
import { parseJson } from './parseJson.ts'

/** Flat texts of each language and, for each key, where it stands. */
export interface Texts {
  texts: Record<Lang, Record<string, string>>
  origins: Record<Lang, Map<string, { file: string; path: string }>>
  /** Of files, by their name without folder and ending: what `$title` says. */
  titles: Record<Lang, Map<string, string>>
}

const FILE = /locales\/(zh|en)\/([^/]+)\.json$/

/** `schemas/locales/zh/shell.json` -> `shell`. */
export function localeName(file: string): string {
  return FILE.exec(file)?.[2] ?? file
}

/** Reads all locale files. A key in two files of one language is a failure: one of the two would be lost. */
export function parseTexts(files: readonly RawDocument[]): Texts & { failures: DocumentFailure[] } {
  const result: Texts & { failures: DocumentFailure[] } = {
    texts: { zh: {}, en: {} },
    origins: { zh: new Map(), en: new Map() },
    titles: { zh: new Map(), en: new Map() },
    failures: [],
  }
  for (const raw of files) {
    const lang = FILE.exec(raw.file)?.[1] as Lang | undefined
    const parsed = parseJson(raw.text)
    if (lang === undefined) {
      result.failures.push(failure('FILE_NAME', raw.file, '', 'a file under locales/zh/ or locales/en/', raw.file, 'move the file'))
    } else if ('mistake' in parsed) {
      const { code, path, expected, found, line, column } = parsed.mistake
      const place = `line ${line}, column ${column}`
      result.failures.push(failure(code, raw.file, path, expected, `${found} at ${place}`, `look at ${place}`))
    } else flatten(result, lang, raw.file, parsed.value, '', '')
  }
  return result
}

function flatten(
  result: Texts & { failures: DocumentFailure[] },
  lang: Lang,
  file: string,
  value: unknown,
  key: string,
  path: string,
): void {
  if (typeof value === 'string' && key !== '') {
    add(result, lang, file, value, key, path)
    return
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    result.failures.push(failure('TYPE', file, path, 'a text, or an object of texts', show(value), 'write a string'))
    return
  }
  for (const [name, inner] of Object.entries(value)) {
    if (key === '' && name === '$title' && typeof inner === 'string') result.titles[lang].set(localeName(file), inner)
    if (key === '' && name.startsWith('$')) continue
    flatten(result, lang, file, inner, key === '' ? name : `${key}.${name}`, pointer(path, name))
  }
}

function add(result: Texts & { failures: DocumentFailure[] }, lang: Lang, file: string, text: string, key: string, path: string): void {
  const before = result.origins[lang].get(key)
  if (before !== undefined) {
    result.failures.push(
      failure('ID_DUPLICATE', file, path, 'each text key once', `"${key}" also in ${before.file}`, 'remove one of the two'),
    )
    return
  }
  result.texts[lang][key] = text
  result.origins[lang].set(key, { file, path })
}

function failure(code: string, file: string, path: string, expected: string, found: string, suggestion: string): DocumentFailure {
  return { code, file, path, expected, found, suggestion }
}
