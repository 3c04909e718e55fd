/** Reads untrusted documents: every value is type-checked before use. */
import { foreignPart } from '../../documents/linkMarks.ts'
import type { LocalText } from '../../documents.ts'
import type { RuleLiteral } from '../visualRule.ts'
import { keysOf } from './Ledger.ts'

export type Json = Record<string, unknown>

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The entry of a table under a key from a file; `constructor` and other names that every object has are no entries. */
export function ownOf<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

/** The value when it is an array, else an empty one. */
export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** The objects of an array, each with its place there; other members are passed over. */
export function objectsOf(value: unknown): [number, Json][] {
  return list(value).flatMap((member, at): [number, Json][] => (isObject(member) ? [[at, member]] : []))
}

/** Whether a value can stand in a rule. */
export function isLiteral(value: unknown): value is RuleLiteral {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Whether a pattern may be in a form. */
export function isSafePattern(pattern: string): boolean {
  if (foreignPart(pattern) !== null) return false
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}

const LANGUAGE = /^[a-z]{2,3}(-[a-z]{2,4})?$/i

/** Words of a foreign document: `"words"`, a number, or `{ default, en, "zh-cn" }`. One language stands in for the other. */
export function textOf(value: unknown): LocalText | null {
  if (!isObject(value)) {
    const text = isLiteral(value) ? String(value) : ''
    return text.trim() === '' ? null : { zh: text, en: text }
  }
  const pick = (...keys: string[]) =>
    keys.map((key) => value[key]).find((text): text is string => typeof text === 'string' && text.trim() !== '')
  const [zh, en] = [pick('zh-cn', 'zh', 'zh-tw'), pick('en', 'en-us', 'default')]
  const other = () => keysOf(value).find((key) => LANGUAGE.test(key) && pick(key))
  const any = zh ?? en ?? pick(other() ?? '')
  return any === undefined ? null : { zh: zh ?? any, en: en ?? any }
}

/** One text for both languages, until someone translates it. */
export function both(text: string): LocalText {
  return { zh: text, en: text }
}

/** `{ [key]: value }` when there is a value. */
export function given<T>(key: string, value: T | null | undefined): Record<string, T> {
  return value === null || value === undefined ? {} : { [key]: value }
}

/** `{ [to]: holder[from] }` when it is a number, for counts a whole one that is not below zero. */
export function limit(holder: Json, from: string, to: string): Record<string, number> {
  const raw = holder[from]
  const value = typeof raw === 'string' && /^-?\d+(\.\d+)?$/.test(raw) ? Number(raw) : raw
  if (typeof value !== 'number' || !Number.isFinite(value)) return {}
  const isCount = /Length|Items/.test(to)
  return isCount && (!Number.isInteger(value) || value < 0 || (to.startsWith('max') && value === 0)) ? {} : { [to]: value }
}

/** Words of a text with marks, as plain lines. */
export function plainText(value: unknown): LocalText | null {
  const text = textOf(value)
  if (!text) return null
  const plain = (words: string) =>
    words
      .replaceAll(/<br\s*\/?>|<\/(?:p|div|li|h\d|tr)>/gi, '\n')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/&nbsp;/g, ' ')
      .replaceAll(/&lt;/g, '<')
      .replaceAll(/&gt;/g, '>')
      .replaceAll(/&amp;/g, '&')
      .replaceAll(/[ \t]+/g, ' ')
      .replaceAll(/ ?\n[ \n]*/g, '\n')
      .trim()
  const [zh, en] = [plain(text.zh), plain(text.en)]
  return zh === '' && en === '' ? null : { zh: zh || en, en: en || zh }
}
