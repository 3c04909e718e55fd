/** Locale files as documents of the kind `texts`, so that words are searched, changed and reset like everything else. `schemas/locales/{zh,en}/notes.json`
 *  is the document `locales.notes`; a published one lies over it: keys that it names have its words, all others stay as they are built-in. */
import type { LocalText, TextsDocument } from '../documents.ts'
import type { Lang, RawDocument } from '../platform.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { placesOf } from './linkTexts.ts'
import type { ParsedDocument } from './parseDocument.ts'
import { localeName, parseTexts, type Texts } from './parseTexts.ts'

const AREA = 'locales'

/** The words of each locale file, sorted by name. A key that one language lacks is reported elsewhere and left out here. */
export function textsDocuments({ texts, origins, titles }: Texts): ParsedDocument[] {
  const files = new Map<string, Record<string, LocalText>>()
  for (const [key, { file }] of origins.zh) {
    const [zh, en] = [texts.zh[key], texts.en[key]]
    if (zh === undefined || en === undefined) continue
    const name = localeName(file)
    const words = files.get(name) ?? {}
    files.set(name, words)
    words[key] = { zh, en }
  }
  return [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, words]) => {
      const id = `${AREA}.${name}`
      const title = { zh: titles.zh.get(name) ?? name, en: titles.en.get(name) ?? name }
      const content: TextsDocument = { $schema: '../kinds/texts.schema.json', id, version: 1, title, texts: words }
      return { file: `schemas/${AREA}/${name}.texts.json`, kind: 'texts', id, content: content as unknown as ParsedDocument['content'] }
    })
}

/** Documents as files of their own would have them. */
export function rawTexts(files: readonly RawDocument[]): RawDocument[] {
  return textsDocuments(parseTexts(files)).map(({ file, content }) => ({ file, text: JSON.stringify(content) }))
}

/**
 * Applies published texts over the built-in ones. A text that no longer fits (a release removed the key or changed its placeholders) is ignored.
 * @returns complete documents, and all texts as people read them
 */
export function layTexts(shipped: readonly ParsedDocument[], published: readonly ParsedDocument[], texts: Texts['texts']) {
  const laid: Texts['texts'] = { zh: { ...texts.zh }, en: { ...texts.en } }
  const documents = shipped.map((document): LinkedDocument => {
    const over = published.find(({ id }) => id === document.id)
    const words = wordsOf(document)
    const fitting = Object.entries(over ? wordsOf(over) : {}).filter(
      ([key, text]) => words[key] && misplaced(text, words[key]).length === 0,
    )
    for (const [key, text] of fitting) for (const lang of ['zh', 'en'] as const) laid[lang][key] = text[lang]
    const content = over ? { ...over.content, texts: { ...words, ...Object.fromEntries(fitting) } } : document.content
    return { ...document, content, marks: [], sound: true }
  })
  return { documents, texts: laid }
}

/** Languages in which a text lacks a `{{name}}` place of the built-in one, or has another. */
export function misplaced(text: LocalText, shipped: LocalText): Lang[] {
  return (['zh', 'en'] as const).filter((lang) => placesOf(text[lang]).join() !== placesOf(shipped[lang]).join())
}

function wordsOf({ content }: ParsedDocument): Record<string, LocalText> {
  return content.texts as Record<string, LocalText>
}
