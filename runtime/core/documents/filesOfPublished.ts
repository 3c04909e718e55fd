/** Published documents -> the files by which a developer makes them built-in ones: each in the file that holds its built-in version, in the shortest printed
 *  form; what is written in place of its name stays there, a call stays in its resource. New documents have files of their own. */
import type { Kind, LocalText } from '../documents.ts'
import { isRecord } from '../isRecord.ts'
import { longForm } from '../language/longForm.ts'
import { nestedKindAt, takeNested } from '../language/nestedForm.ts'
import { callsOf } from '../language/resourceForm.ts'
import { sameJson } from '../language/sameJson.ts'
import { shortest } from '../language/shortest.ts'
import type { Json } from '../language/shortForm.ts'
import type { Lang, RawDocument } from '../platform.ts'
import { pointer } from './failure.ts'
import { fileOf, parseDocument } from './parseDocument.ts'
import { localeName, parseTexts } from './parseTexts.ts'
import { printDocument } from './printDocument.ts'
import { misplaced } from './textsDocuments.ts'

/** A published version, in the long form. */
export interface PublishedDocument {
  kind: string
  id: string
  content: object
}

/** Files as they are written: `raws` of documents, `texts` of words. */
export interface WrittenFiles {
  raws: readonly RawDocument[]
  texts: readonly RawDocument[]
}

type Left = Map<string, Json>

/** @returns whole files, sorted by name; a file in which nothing is published is left out */
export function filesOfPublished({ raws, texts }: WrittenFiles, published: readonly PublishedDocument[]): RawDocument[] {
  const documents = published.filter(({ kind }) => kind !== 'texts')
  const left: Left = new Map(documents.map(({ kind, id, content }) => [`${kind} ${id}`, content as Json]))
  const changed = raws.flatMap((raw) => filesOf(raw, left))
  const added = documents.filter(({ kind, id }) => left.has(`${kind} ${id}`)).map(rawOf)
  // one that holds others goes first: they are in its file
  const ordered = [...added].sort((a, b) => heldBy(b) - heldBy(a))
  const words = published.filter(({ kind }) => kind === 'texts').flatMap((one) => localeFiles(texts, one))
  const files = [...changed, ...ordered.flatMap((raw) => filesOf(raw, left)), ...words]
  return files.sort((a, b) => (a.file < b.file ? -1 : 1))
}

function rawOf({ kind, id, content }: PublishedDocument): RawDocument {
  return { file: fileOf(kind, id), text: JSON.stringify(content) }
}

function heldBy(raw: RawDocument): number {
  const parsed = parseDocument(raw)
  return 'document' in parsed ? takeNested(parsed.document.id, parsed.document.content).made.length : 0
}

/** The file with what is published of it, and files for what is written in it and no longer named there. What was written is taken out of `left`. */
function filesOf(raw: RawDocument, left: Left): RawDocument[] {
  const parsed = parseDocument(raw)
  if (!('document' in parsed)) return []
  const { kind, id, content } = parsed.document
  const own = takeOut(left, `${kind} ${id}`)
  const builtIn = takeNested(id, content)
  const taken = own === undefined ? builtIn : takeNested(id, own)
  const made = new Map([...builtIn.made, ...taken.made].map((one) => [`${one.kind} ${one.id}`, one.content]))
  const calls = kind === 'resource' ? callsOf(id, taken.content).filter((call) => left.has(`call ${call.id}`)) : []
  const isChanged = own !== undefined || calls.length > 0 || [...made.keys()].some((name) => left.has(name))
  if (!isChanged) return []
  for (const name of made.keys()) {
    const stored = takeOut(left, name)
    if (stored !== undefined) made.set(name, stored)
  }
  const withCalls = calls.reduce((resource, call) => withCall(id, resource, call.id, left), taken.content)
  const whole = putInPlace(withCalls, { made, area: areaOf(id) })
  const beside = [...made].map(([name, rest]) => besideFile(raw.file, name, rest))
  return [{ file: raw.file, text: `${printDocument(kind, whole)}\n` }, ...beside]
}

function takeOut(left: Left, name: string): Json | undefined {
  const content = left.get(name)
  left.delete(name)
  return content
}

function areaOf(id: string): string {
  return id.slice(0, id.indexOf('.'))
}

function besideFile(file: string, name: string, content: Json): RawDocument {
  const [kind, id] = name.split(' ') as [Kind, string]
  const folder = file.slice(0, file.lastIndexOf('/'))
  return { file: `${folder}/${id.slice(areaOf(id).length + 1)}.${kind}.json`, text: `${printDocument(kind, content)}\n` }
}

/** Documents in place of the first place that names each of them; those that were placed are taken out of `made`. */
function putInPlace<T>(value: T, held: { made: Map<string, Json>; area: string }, path = ''): T {
  if (Array.isArray(value)) return value.map((item, index) => putInPlace(item, held, pointer(path, index))) as T
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, putInPlace(member, held, pointer(path, key))])) as T
  const kind = typeof value === 'string' ? nestedKindAt(path) : undefined
  const content = kind && takeOut(held.made, `${kind} ${value}`)
  return content ? ({ as: String(value).slice(held.area.length + 1), ...putInPlace(content, held) } as T) : value
}

/** The resource with another member for the call. Published content that no member can say has a file of its own, which a developer has to bring together. */
function withCall(id: string, resource: Json, callId: string, left: Left): Json {
  const content = left.get(`call ${callId}`)!
  const name = callId.slice(areaOf(id).length + 1)
  const calls = withoutExport(id, isRecord(resource.calls) ? resource.calls : {}, { resource, name })
  for (const member of [shortest('call', content), withoutFrame(content)]) {
    const next = { ...resource, calls: { ...calls, [name]: member } }
    const made = callsOf(id, next).find((call) => call.id === callId)
    if (!made || !sameJson(longForm('call', callId, made.content).content, content)) continue
    left.delete(`call ${callId}`)
    return next
  }
  return resource
}

/** An export within a member becomes one of its own, when it is that which changes or when the member does. */
function withoutExport(id: string, calls: Json, { resource, name }: { resource: Json; name: string }): Json {
  const result: Json = {}
  for (const [key, member] of Object.entries(calls)) {
    const exported = isRecord(member) ? member.export : undefined
    if (!isRecord(member) || !isRecord(exported)) {
      result[key] = member
      continue
    }
    const as = String(exported.as ?? 'export')
    const { export: _, ...rest } = member
    result[key] = key === name || as === name ? rest : member
    const made = callsOf(id, resource).find((call) => call.id === `${areaOf(id)}.${as}`)
    if (key === name && made) result[as] = withoutFrame(longForm('call', made.id, made.content).content)
  }
  return result
}

function withoutFrame({ $schema: _, id: __, version: ___, ...content }: Json): Json {
  return content
}

/** Locale files with published words in the place of theirs. Words that fit no longer stay as they are built-in, as they do where they are served. */
function localeFiles(texts: readonly RawDocument[], { id, content }: PublishedDocument): RawDocument[] {
  const own = texts.filter(({ file }) => `locales.${localeName(file)}` === id)
  const builtIn = parseTexts(own).texts
  const words = (content as { texts?: Record<string, LocalText> }).texts ?? {}
  const fitting = new Map(
    Object.entries(words).filter(([key, text]) => {
      const [zh, en] = [builtIn.zh[key], builtIn.en[key]]
      return zh !== undefined && en !== undefined && misplaced(text, { zh, en }).length === 0
    }),
  )
  return own.flatMap(({ file, text }) => {
    const lang: Lang = /locales\/en\//.test(file) ? 'en' : 'zh'
    const printed = `${printDocument(
      undefined,
      withWords(JSON.parse(text) as Json, '', (key) => fitting.get(key)?.[lang]),
    )}\n`
    return printed === text ? [] : [{ file, text: printed }]
  })
}

function withWords(texts: Json, around: string, wordsOf: (key: string) => string | undefined): Json {
  const entries = Object.entries(texts).map(([name, value]) => {
    const key = around + name
    if (isRecord(value)) return [name, withWords(value, `${key}.`, wordsOf)]
    return [name, around === '' && name.startsWith('$') ? value : (wordsOf(key) ?? value)]
  })
  return Object.fromEntries(entries)
}
