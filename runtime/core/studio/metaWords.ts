import type { Lang } from '../platform.ts'

/** Names and help of what meta-schemas declare, in one language (`schemas/kinds/words/`). The English of titles and descriptions is in the
 *  meta-schemas themselves, where editors of JSON show it; the other languages name it by that English. */
export interface MetaWords {
  /** Key of a document -> its name. */
  keys: Readonly<Record<string, string>>
  /** Value of a closed list -> its name; `key.value` where it means something else at that key. */
  values: Readonly<Record<string, string>>
  /** English title or description -> the same in this language. */
  texts?: Readonly<Record<string, string>>
}

/** Files of words, each loaded by the person who shows panels in its language. */
export const metaWords: Record<Lang, () => Promise<{ default: MetaWords }>> = {
  zh: () => import('./words/zh.ts'),
  en: () => import('./words/en.ts'),
}

/** @param title  of the key at its place, where it has one there */
export function nameOfKey({ keys, texts }: MetaWords, key: string, title?: string): string {
  return title === undefined ? (keys[key] ?? key) : (texts?.[title] ?? title)
}

/** Name of one value of a key; the value itself when there is none. */
export function nameOfValue({ values }: MetaWords, key: string, value: string): string {
  return values[`${key}.${value}`] ?? values[value] ?? value
}

/** @param english  a description of a meta-schema */
export function helpOf({ texts }: MetaWords, english: string): string {
  return texts?.[english] ?? english
}
