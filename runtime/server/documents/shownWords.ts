/** Words that people read, found in documents: where does this word come from? */
import { referencesOf } from '../../core/documents/references.ts'
import type { Kind, LocalText } from '../../core/documents.ts'
import { type Ast, childrenOf } from '../../core/expressions/ast.ts'
import { parseExpression } from '../../core/expressions/parseExpression.ts'
import type { Lang, Platform } from '../../core/platform.ts'

/** What a document says: texts, `@key` of texts, and words inside of expressions. */
interface ShownWords {
  texts: readonly LocalText[]
  keys: readonly string[]
}

/** Answers the text in which the words are read, or undefined. */
export type WordSearch = (kind: Kind, id: string) => string | undefined

/** Kinds whose words show on the page that names them. */
const SHOWN_BY_PAGES: ReadonlySet<string> = new Set(['fragment', 'table', 'form', 'action', 'menu'])

/** @param words  in small letters; all are in one language of one text. That of `lang` goes first. */
export function createWordSearch(platform: Platform, words: readonly string[], lang: Lang): WordSearch {
  const languages: Lang[] = lang === 'zh' ? ['zh', 'en'] : ['en', 'zh']
  const known = new Map<string, string | undefined>()
  const own: WordSearch = (kind, id) => {
    const key = `${kind}:${id}`
    if (!known.has(key)) known.set(key, findIn(platform, platform.documents[kind].get(id), { words, languages }))
    return known.get(key)
  }
  const shown = shownBy(platform)
  return (kind, id) => own(kind, id) ?? (kind === 'page' ? inShown(shown, `page:${id}`, own) : undefined)
}

function inShown(shown: ReadonlyMap<string, readonly Named[]>, from: string, own: WordSearch): string | undefined {
  const seen = new Set([from])
  for (const name of seen)
    for (const { kind, id } of shown.get(name) ?? []) {
      const found = own(kind, id)
      if (found !== undefined) return found
      seen.add(`${kind}:${id}`)
    }
  return undefined
}

interface Named {
  kind: Kind
  id: string
}

const shownOf = new WeakMap<Platform, ReadonlyMap<string, readonly Named[]>>()

/** `kind:id` -> what it shows. */
function shownBy(platform: Platform): ReadonlyMap<string, readonly Named[]> {
  const before = shownOf.get(platform)
  if (before) return before
  const shown = new Map<string, Named[]>()
  for (const { from, to } of referencesOf(platform)) {
    if (!SHOWN_BY_PAGES.has(to.kind)) continue
    const name = `${from.kind}:${from.id}`
    shown.set(name, [...(shown.get(name) ?? []), to as Named])
  }
  shownOf.set(platform, shown)
  return shown
}

function findIn(
  platform: Platform,
  content: object | undefined,
  { words, languages }: { words: readonly string[]; languages: readonly Lang[] },
): string | undefined {
  if (content === undefined) return undefined
  const { texts, keys } = wordsIn(content)
  for (const lang of languages) {
    const holds = (text: string | undefined) => text !== undefined && words.every((word) => text.toLowerCase().includes(word))
    const found = texts.find((text) => holds(text[lang])) ?? keys.map((key) => textOf(platform, key)).find((text) => holds(text[lang]))
    if (found?.[lang] !== undefined) return found[lang]
  }
  return undefined
}

function textOf({ texts }: Platform, key: string): Partial<LocalText> {
  return { zh: texts.zh[key], en: texts.en[key] } as Partial<LocalText>
}

/** Contents are frozen and stay while they do not change. */
const known = new WeakMap<object, ShownWords>()

function wordsIn(content: object): ShownWords {
  const before = known.get(content)
  if (before) return before
  const found = { texts: [] as LocalText[], spoken: [] as LocalText[], keys: [] as string[] }
  collect(content, found)
  const words = { texts: [...found.texts, ...found.spoken], keys: found.keys }
  known.set(content, words)
  return words
}

function collect(value: unknown, found: { texts: LocalText[]; spoken: LocalText[]; keys: string[] }): void {
  if (typeof value === 'string' && /^@[\w.-]+$/.test(value)) found.keys.push(value.slice(1))
  if (typeof value !== 'object' || value === null) return
  const { zh, en, cel } = value as Partial<LocalText> & { cel?: unknown }
  if (typeof zh === 'string' && typeof en === 'string') found.texts.push({ zh, en })
  else if (typeof cel === 'string') found.spoken.push(...literalsOf(cel).map((text) => ({ zh: text, en: text })))
  else for (const member of Object.values(value)) collect(member, found)
}

/** Texts that an expression writes out. */
function literalsOf(cel: string): string[] {
  try {
    return textsOf(parseExpression(cel))
  } catch {
    return []
  }
}

function textsOf(ast: Ast): string[] {
  const own = ast.kind === 'literal' && typeof ast.value === 'string' && ast.value !== '' ? [ast.value] : []
  return [...own, ...childrenOf(ast).flatMap(textsOf)]
}
