/** The shipped texts of a language, with their places filled in. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseTexts } from '../../../runtime/core/documents/parseTexts.ts'

const FOLDER = new URL('../../../schemas/locales', import.meta.url).pathname

export function readLocaleTexts(lang: 'zh' | 'en'): (key: string, values?: Record<string, unknown>) => string {
  const files = readdirSync(join(FOLDER, lang)).map((name) => ({
    file: `schemas/locales/${lang}/${name}`,
    text: readFileSync(join(FOLDER, lang, name), 'utf8'),
  }))
  const texts = parseTexts(files).texts[lang]
  return (key, values = {}) => (texts[key] ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}
