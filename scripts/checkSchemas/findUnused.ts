/** Texts and documents that nothing names, which may be left over. Notes, not failures: code may build a key at run time. */
import type { Kind } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import type { SourceFile } from './sourceTexts.ts'

/** Kinds that are used without being named by a document: they have a route, a table, a path or a name of their own. */
const SELF_STANDING: readonly Kind[] = [
  'app',
  'entity',
  'resource',
  'call',
  'page',
  'role',
  'skin',
  'print',
  'feature',
  'timer',
  'addition',
  'service',
  'keyword',
  'texts',
]

/** Sentences, sorted. */
export function findUnused(platform: Platform, sources: readonly SourceFile[]): string[] {
  const mentioned = new Set<string>()
  for (const map of Object.values(platform.documents)) for (const document of map.values()) collect(document, mentioned)
  const code = namesInCode(sources)
  return [...unusedTexts(platform, mentioned, code), ...unusedDocuments(platform, mentioned, code)].sort()
}

function collect(value: unknown, found: Set<string>, key = ''): void {
  if (typeof value === 'string' && key !== 'id') found.add(value)
  if (typeof value !== 'object' || value === null) return
  for (const [name, item] of Object.entries(value)) collect(item, found, Array.isArray(value) ? key : name)
}

/** What code may name, read once: looking for thousands of keys one by one takes longer than the whole check of documents. */
interface NamesInCode {
  /** Words with dots, and every part of them between two dots. */
  dotted: ReadonlySet<string>
  /** What stands before a place: `form.rule` of `form.rule.${rule}`. */
  begun: ReadonlySet<string>
  quoted: ReadonlySet<string>
  /** Keys of objects. */
  keys: ReadonlySet<string>
}

/** One pass: a pattern for each kind of name would go through all code several times, from every letter of every word. */
const WORD = /[\w.-]+/g

function namesInCode(sources: readonly SourceFile[]): NamesInCode {
  const names = { dotted: new Set<string>(), begun: new Set<string>(), quoted: new Set<string>(), keys: new Set<string>() }
  for (const { text } of sources)
    for (const { 0: word, index } of text.matchAll(WORD)) {
      const end = index + word.length
      const after = text[end]
      if (after === "'" && text[index - 1] === "'") names.quoted.add(word)
      if (after === ':') names.keys.add(word.slice(Math.max(word.lastIndexOf('.'), word.lastIndexOf('-')) + 1))
      if (!word.includes('.')) continue
      if (after === '$' && text[end + 1] === '{' && word.endsWith('.')) for (const last of endsOf(word.slice(0, -1))) names.begun.add(last)
      if (!names.dotted.has(word)) for (const part of partsOf(word)) names.dotted.add(part)
    }
  return names
}

function partsOf(word: string): string[] {
  const steps = word.split('.')
  return steps.flatMap((_, from) => steps.slice(from + 1).map((_step, count) => steps.slice(from, from + count + 2).join('.')))
}

function endsOf(word: string): string[] {
  const steps = word.split('.')
  return steps.map((_, from) => steps.slice(from).join('.'))
}

function unusedTexts(platform: Platform, mentioned: ReadonlySet<string>, code: NamesInCode): string[] {
  return Object.keys(platform.texts.zh)
    .filter((key) => !mentioned.has(`@${key}`) && !mentioned.has(key.replace(/^error\./, '')) && !isInCode(key, code))
    .map((key) => `text "${key}" is mentioned nowhere`)
}

/** The whole key, or its beginning up to a dot that ends a string or opens a place: `form.rule.${rule}`. */
function isInCode(key: string, { dotted, begun, quoted, keys }: NamesInCode): boolean {
  if (dotted.has(key) || quoted.has(key)) return true
  const error = key.startsWith('error.') ? key.slice('error.'.length) : undefined
  if (error !== undefined) return quoted.has(error) || keys.has(error)
  const steps = key.split('.')
  return steps.some((_, index) => index > 0 && begun.has(steps.slice(0, index).join('.')))
}

function unusedDocuments(platform: Platform, mentioned: ReadonlySet<string>, { quoted }: NamesInCode): string[] {
  return Object.entries(platform.documents)
    .filter(([kind]) => !SELF_STANDING.includes(kind as Kind))
    .flatMap(([kind, map]) =>
      [...map]
        .filter(([id, document]) => !('into' in document) && !mentioned.has(id) && !quoted.has(id))
        .map(([id]) => `${kind} "${id}" is mentioned nowhere`),
    )
}
