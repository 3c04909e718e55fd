import type { Lang } from '../../core/platform.ts'
import { parsePluralForms, pluralForm } from '../../core/pluralForm.ts'

const PLACE = /\{\{\s*(\w+)\s*(?:,\s*(?:plural\(([^)}]*)\)|[^}]*)\s*)?\}\}/g

/** Puts values into a text: `{{name}}`, and words by number: `{{name, plural(one: ...; other: ...)}}`. Missing names leave nothing; values are plain
 *  (lists joined by commas): formats of the browser, `{{at, datetime}}`, are left to it. */
export function fillText(text: string, values: Readonly<Record<string, unknown>>, lang: Lang): string {
  return text.replace(PLACE, (_, name: string, forms: string | undefined) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (forms !== undefined) return pluralForm(value, parsePluralForms(forms), lang)
    return value == null ? '' : Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? '' : String(value)
  })
}
