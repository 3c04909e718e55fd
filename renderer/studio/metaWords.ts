/** Names and help of keys in the language shown. Files of words are loaded with the studio, one language each. */
import { use } from 'react'
import { useSnapshot } from 'valtio'
import { loadChunk } from '../../runtime/client/loadChunk.ts'
import { language, resolveText } from '../../runtime/client/texts.ts'
import type { KeywordDocument, Text } from '../../runtime/core/documents.ts'
import type { Lang } from '../../runtime/core/platform.ts'
import { helpOf, type MetaWords, metaWords, nameOfKey, nameOfValue } from '../../runtime/core/studio/metaWords.ts'

const loading: Partial<Record<Lang, Promise<unknown>>> = {}
const loaded: Partial<Record<Lang, MetaWords>> = {}
const NONE: MetaWords = { keys: {}, values: {} }
/** Keywords are documents, and named by their titles. */
const keywordTitles = new Map<string, Text>()

/** Waits until the words of the language shown are here: whatever is above panels, lists of changes and findings. @throws ChunkFailed */
export function useMetaWords(): void {
  const { lang } = useSnapshot(language)
  loading[lang] ??= loadChunk(metaWords[lang]).then((file) => {
    loaded[lang] = file.default
  })
  use(loading[lang])
}

/** Adds the names of the platform's keywords, once the studio knows them. */
export function knowKeywords(keywords: readonly KeywordDocument[]): void {
  for (const { keyword, title } of keywords) keywordTitles.set(keyword, title)
}

/** Name of a key of a document. @param title  its own at that place: English of a meta-schema, or a text of a document */
export function propertyWords(key: string, title: Text | undefined = keywordTitles.get(key)): string {
  return isOfMeta(title) ? nameOfKey(words(), key, title) : resolveText(title)
}

/** Name of a value of a key; the value itself when it has none. */
export function valueWords(key: string, value: string): string {
  return nameOfValue(words(), key, value)
}

/** @param description  English of a meta-schema, or a text of a document */
export function helpWords(description: Text | undefined): string {
  return typeof description === 'string' && isOfMeta(description) ? helpOf(words(), description) : resolveText(description)
}

function isOfMeta(text: Text | undefined): text is string | undefined {
  return text === undefined || (typeof text === 'string' && !text.startsWith('@'))
}

function words(): MetaWords {
  return loaded[language.lang] ?? NONE
}
