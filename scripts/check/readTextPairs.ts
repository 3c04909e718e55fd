/** Every text that people read, in both languages, with its place: `{ zh, en }` in documents and in the platform's articles, keys of locale files, and the words
 *  of the studio's panels. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface TextPair {
  /** `schemas/team/join.page.json#/body/0/title` */
  place: string
  zh: string
  en: string
}

/** Texts of the demonstration's organisers are not checked; its articles are the platform's own. */
const ARTICLES = 'plugins/demo/content.json'
const IN_TWO_FILES = /^schemas\/(locales|kinds\/words)\//

export function readTextPairs(root: string): TextPair[] {
  const files = readdirSync(join(root, 'schemas'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => `schemas/${name}`)
  const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))
  return [...files, ARTICLES].sort().flatMap((file) => {
    if (IN_TWO_FILES.test(file)) return file.includes('/en') ? pairsOfTwo(file, read(file), read(file.replace('/en', '/zh'))) : []
    return file.endsWith('.schema.json') ? [] : [...pairsIn(read(file), `${file}#`)]
  })
}

function* pairsIn(value: unknown, place: string): Generator<TextPair> {
  if (typeof value !== 'object' || value === null) return
  const { zh, en } = value as { zh?: unknown; en?: unknown }
  if (typeof zh === 'string' && typeof en === 'string') yield { place, zh, en }
  else for (const [key, item] of Object.entries(value)) yield* pairsIn(item, `${place}/${key}`)
}

function pairsOfTwo(file: string, english: unknown, chinese: unknown): TextPair[] {
  const zh = new Map(stringsIn(chinese, ''))
  return [...stringsIn(english, '')].map(([path, en]) => ({ place: `${file}#${path}`, zh: zh.get(path) ?? '', en }))
}

function* stringsIn(value: unknown, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) yield* stringsIn(item, `${path}/${key}`)
}
