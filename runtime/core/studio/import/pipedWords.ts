/** Earlier answers in words: what the other tool writes for them becomes `{{name}}`. */
import { pointer } from '../../documents/failure.ts'
import { namesOf, placesOf } from '../../form/pipedText.ts'
import type { ImportedContent } from './Holder.ts'
import type { Losses } from './ImportReport.ts'
import { isObject, type Json } from './reading.ts'

/** Shown in place of an answer that cannot be inserted. */
const ELSEWHERE = '…'

/**
 * @param mark    global; group 1 is the name of the other tool
 * @param nameOf  the name of our field; null for what is none of the form: the mark stays as it is
 */
export function withPlaces(content: ImportedContent, mark: RegExp, nameOf: (name: string, path: string) => string | null): ImportedContent {
  const change = (text: string, path: string) =>
    text.replaceAll(mark, (whole, name: string) => {
      const own = nameOf(name.trim(), path)
      return own === null ? whole : `{{${own}}}`
    })
  return mapped(content, '', change)
}

/** Removes placeholders that name no field of the form from all texts, and reports them. */
export function withoutForeignPlaces(content: ImportedContent, losses: Losses): ImportedContent {
  const fields = content.schema.properties
  return mapped(content, '', (text, path) => {
    const foreign = placesOf(text).filter((place) => namesOf(place, fields).length !== 1)
    if (foreign.length === 0) return text
    losses.near(path, 'text', text)
    return text.replaceAll(/\{\{\s*([^{}]+?)\s*\}\}/g, (whole, place: string) => (foreign.includes(place) ? ELSEWHERE : whole))
  })
}

/** A copy with every text in two languages changed; settings of controls have places of their own. */
function mapped<T>(value: T, path: string, change: (text: string, path: string) => string): T {
  if (Array.isArray(value)) return value.map((each, at) => mapped(each, pointer(path, at), change)) as T
  if (!isObject(value)) return value
  const { zh, en } = value
  if (typeof zh === 'string' && typeof en === 'string') return { ...value, zh: change(zh, path), en: change(en, path) }
  return Object.fromEntries(
    Object.entries(value as Json).map(([key, inner]) => [key, key === 'x-props' ? inner : mapped(inner, pointer(path, key), change)]),
  ) as T
}
