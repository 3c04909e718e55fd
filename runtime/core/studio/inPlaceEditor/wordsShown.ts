/** Which words of a node are read at a place of the page. */
import { pointer } from '../../documents/failure.ts'
import { isRecord } from '../../isRecord.ts'
import type { Lang } from '../../platform.ts'
import { readAt } from '../documentPath.ts'

export interface ShownPlace {
  /** JSON Pointer of the text in both languages, in the document. */
  path: string
  text: string
  /** Which of the shown words it is. */
  index: number
}

/**
 * @param path   the node
 * @param shown  what is read at a place and around it, the innermost first
 * @returns      null when the words come from elsewhere: from data, an expression, or another document
 */
export function wordsShown(content: unknown, path: string, lang: Lang, shown: readonly string[]): ShownPlace | null {
  const texts = textsOf(readAt(content, path), path, true).map(({ path: at, text }) => ({ path: at, text: text[lang] }))
  for (const [index, words] of shown.entries()) {
    const found = texts.find(({ text }) => patternOf(text).test(words))
    if (found) return { ...found, index }
  }
  return null
}

/** What is inside of another node is its own. */
function textsOf(value: unknown, path: string, isFirst = false): { path: string; text: Record<Lang, string> }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => textsOf(item, `${path}/${index}`))
  if (!isRecord(value) || (!isFirst && typeof value.node === 'string')) return []
  const { zh, en } = value
  if (typeof zh === 'string' && typeof en === 'string') return [{ path, text: { zh, en } }]
  return Object.entries(value).flatMap(([key, member]) => textsOf(member, pointer(path, key)))
}

/** The words with anything in the places of values. */
function patternOf(text: string): RegExp {
  const parts = text
    .trim()
    .split(/\{\{[^}]*\}\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'))
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`)
}
