/** The title and the help of a part in one language, as the canvas edits them in place. */
import type { FormDocument, FormField, Text } from '../documents.ts'
import { readAt, writeAt } from './documentPath.ts'
import { isLocalText, withLanguage } from './formTexts.ts'

export const PART_WORDS = ['title', 'description'] as const
export type PartWord = (typeof PART_WORDS)[number]
export type PartWords = Record<PartWord, string>

/** @returns null for a word that is not written in the form: a key of a locale file, or words with values in them */
export function partWords(form: FormDocument, path: string, lang: 'zh' | 'en'): Record<PartWord, string | null> {
  const part = readAt(form, path) as FormField | undefined
  return { title: wordsOf(part?.title, lang), description: wordsOf(part?.description, lang) }
}

/** The form with these words, and the same form when they are as they were. Words that are the same in both languages, that are missing in both or that the palette
 *  gave (`starter`) become the same in both: a reader of the other language gets what was typed, not what it replaced. */
export function withPartWords(form: FormDocument, path: string, lang: 'zh' | 'en', words: PartWords, starter?: Text): FormDocument {
  const before = partWords(form, path, lang)
  return PART_WORDS.filter((key) => before[key] !== null && before[key] !== words[key].trim()).reduce((changed, key) => {
    const at = `${path}/${key}`
    return writeAt(changed, at, typedText(readAt(form, at) as Text | undefined, lang, words[key].trim(), starter))
  }, form)
}

function wordsOf(text: Text | undefined, lang: 'zh' | 'en'): string | null {
  if (text === undefined) return ''
  if (typeof text === 'string') return text.startsWith('@') ? null : text
  return isLocalText(text) ? (text[lang] ?? '') : null
}

/** A text with what was typed in one language; the same in both where it was the same, or is the starter's. Words that are empty in both languages are no words. */
export function typedText(text: Text | undefined, lang: 'zh' | 'en', typed: string, starter: Text | undefined): Text | undefined {
  const isShared = !isLocalText(text) || text.zh === text.en || (isLocalText(starter) && starter.zh === text.zh && starter.en === text.en)
  const next = isShared ? { zh: typed, en: typed } : withLanguage(text as Text, lang, typed)
  return isLocalText(next) && !next.zh && !next.en ? undefined : next
}
