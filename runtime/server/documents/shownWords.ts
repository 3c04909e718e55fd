/** Words that people read, found in documents: where does this word come from? */
import { pointer } from '../../core/documents/failure.ts'
import type { LocalText } from '../../core/documents.ts'
import type { Lang } from '../../core/platform.ts'

/** A text of a document, and where it stands. */
export interface ShownWords {
  /** JSON Pointer of the text in both languages. */
  path: string
  text: LocalText
}

/** Contents are frozen and stay while they do not change. */
const known = new WeakMap<object, readonly ShownWords[]>()

/** @returns the first text in which all words are in one language; that of `lang` goes first */
export function findWords(content: object, words: readonly string[], lang: Lang): ShownWords | undefined {
  const languages: Lang[] = lang === 'zh' ? ['zh', 'en'] : ['en', 'zh']
  for (const each of languages) {
    const found = textsIn(content).find(({ text }) => words.every((word) => text[each].toLowerCase().includes(word)))
    if (found) return found
  }
  return undefined
}

function textsIn(content: object): readonly ShownWords[] {
  const before = known.get(content)
  if (before) return before
  const found: ShownWords[] = []
  collect(content, '', found)
  known.set(content, found)
  return found
}

function collect(value: unknown, path: string, found: ShownWords[]): void {
  if (typeof value !== 'object' || value === null) return
  const { zh, en } = value as Partial<LocalText>
  if (typeof zh === 'string' && typeof en === 'string') found.push({ path, text: { zh, en } })
  else for (const [key, member] of Object.entries(value)) collect(member, pointer(path, key), found)
}
