/** Texts and documents that nothing names, which may be left over. Notes, not failures: code may build a key at run time. */
import type { Kind } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import type { SourceFile } from './sourceTexts.ts'

/** Kinds that are used without being named by a document: they have a route, a table, a path or a name of their own. */
const SELF_STANDING: readonly Kind[] = ['app', 'entity', 'call', 'page', 'role', 'skin', 'print', 'feature', 'service', 'keyword', 'texts']

/** Sentences, sorted. */
export function findUnused(platform: Platform, sources: readonly SourceFile[]): string[] {
  const mentioned = new Set<string>()
  for (const map of Object.values(platform.documents)) for (const document of map.values()) collect(document, mentioned)
  const code = sources.map(({ text }) => text).join('\n')
  return [...unusedTexts(platform, mentioned, code), ...unusedDocuments(platform, mentioned, code)].sort()
}

function collect(value: unknown, found: Set<string>, key = ''): void {
  if (typeof value === 'string' && key !== 'id') found.add(value)
  if (typeof value !== 'object' || value === null) return
  for (const [name, item] of Object.entries(value)) collect(item, found, Array.isArray(value) ? key : name)
}

function unusedTexts(platform: Platform, mentioned: ReadonlySet<string>, code: string): string[] {
  return Object.keys(platform.texts.zh)
    .filter((key) => !mentioned.has(`@${key}`) && !mentioned.has(key.replace(/^error\./, '')) && !isInCode(key, code))
    .map((key) => `text "${key}" is mentioned nowhere`)
}

/** The whole key, or its beginning up to a dot that ends a string or opens a place: `form.rule.${rule}`. */
function isInCode(key: string, code: string): boolean {
  if (code.includes(key)) return true
  if (key.startsWith('error.')) return code.includes(`'${key.slice('error.'.length)}'`) || code.includes(`${key.slice('error.'.length)}:`)
  const steps = key.split('.')
  return steps.some((_, index) => index > 0 && code.includes(`${steps.slice(0, index).join('.')}.\${`))
}

function unusedDocuments(platform: Platform, mentioned: ReadonlySet<string>, code: string): string[] {
  return Object.entries(platform.documents)
    .filter(([kind]) => !SELF_STANDING.includes(kind as Kind))
    .flatMap(([kind, map]) =>
      [...map.keys()].filter((id) => !mentioned.has(id) && !code.includes(`'${id}'`)).map((id) => `${kind} "${id}" is mentioned nowhere`),
    )
}
