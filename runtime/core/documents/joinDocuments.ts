/** What areas add to documents of others, which do not name them: entries of a menu, values of an enum, nodes of a fragment (`into`); outputs and rows of a call,
 *  and what happens every hour (kind `addition`). Each is checked where it is written. */
import type { AdditionDocument, FragmentDocument, OutputField } from '../documents.ts'
import { isRecord } from '../isRecord.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import type { ParsedDocument } from './parseDocument.ts'
import { outputName } from './scopeTypes.ts'
import { withContent } from './shapedDocument.ts'

type Content = ParsedDocument['content']
/** @param from  in the order in which they add */
type Join = (own: Content, from: readonly Content[]) => Content

const INTO_OWN_KIND: readonly string[] = ['menu', 'enum', 'fragment']
const JOINS: Readonly<Record<string, Join>> = { menu: joinMenu, enum: joinEnum, fragment: joinFragment, call: joinCall, app: joinApp }

/** Documents to which nothing is added stay the same objects. */
export function joinDocuments(documents: readonly LinkedDocument[]): LinkedDocument[] {
  const adding = Map.groupBy(
    documents.filter((document) => targetOf(document) !== undefined).sort(inOrder),
    (document) => targetOf(document)!,
  )
  if (adding.size === 0) return [...documents]
  return documents.map((document) => {
    const { kind, id, content, sound } = document
    const from = sound ? adding.get(kind === 'app' ? 'app' : `${kind} ${id}`)?.map((other) => other.content) : undefined
    if (!from) return document
    const joined = filledOnce(content, from, () => JOINS[kind]!(content, from))
    let held: Held | undefined
    return withContent(document, joined, {
      writtenAt(path) {
        held ??= { own: placesOf(content), added: placesOf(from) }
        return writtenAt(path, joined, held)
      },
    })
  })
}

/** What the document adds to: kind and id; `app`, of which there is one. */
function targetOf({ kind, sound, content: { into, hourly, minutely } }: LinkedDocument): string | undefined {
  if (!sound) return undefined
  if (kind === 'addition' && into === undefined) return hourly || minutely ? 'app' : undefined
  if (kind === 'addition') return `call ${String(into)}`
  return INTO_OWN_KIND.includes(kind) && into !== undefined ? `${kind} ${String(into)}` : undefined
}

function inOrder(one: LinkedDocument, other: LinkedDocument): number {
  const [a, b] = [Number(one.content.order ?? 0), Number(other.content.order ?? 0)]
  return a - b || (one.id < other.id ? -1 : 1)
}

type Entry = { id?: string; children?: readonly Entry[] }

function joinMenu(own: Content, from: readonly Content[]): Content {
  return { ...own, items: from.reduce((entries, menu) => withEntries(entries, menu), own.items as readonly Entry[]) }
}

function withEntries(entries: readonly Entry[], { under, after, items }: Content): readonly Entry[] {
  const adding = items as readonly Entry[]
  const group = entries.find(({ id, children }) => under !== undefined && id === under && children)
  if (!group) return insertAfter(entries, ({ id }) => id === after, adding)
  const children = insertAfter(group.children!, ({ id }) => id === after, adding)
  return entries.map((entry) => (entry === group ? { ...group, children } : entry))
}

/** At the end when there is no such item. */
function insertAfter<T>(list: readonly T[], isBefore: (item: T) => boolean, adding: readonly T[]): T[] {
  const at = list.findIndex(isBefore)
  return at < 0 ? [...list, ...adding] : list.toSpliced(at + 1, 0, ...adding)
}

type EnumValue = { code: unknown }

function joinEnum(own: Content, from: readonly Content[]): Content {
  const values = from.reduce(
    (known, { after, values: added }) => {
      const isNew = ({ code }: EnumValue) => known.every((value) => value.code !== code)
      return insertAfter(known, ({ code }) => code === after, (added as readonly EnumValue[]).filter(isNew))
    },
    own.values as readonly EnumValue[],
  )
  return { ...own, values }
}

/** What the place of the fragment gives is given to them too. */
function joinFragment(own: Content, from: readonly Content[]): Content {
  const given = new Set((own as unknown as FragmentDocument).parameters)
  const nodes = (from as unknown as readonly FragmentDocument[]).map(({ id, parameters = [] }) => {
    const shared = parameters.filter((name) => given.has(name))
    const values = Object.fromEntries(shared.map((name) => [name, { cel: name }]))
    return { node: 'fragment', fragment: id, ...(shared.length > 0 && { with: values }) }
  })
  return { ...own, body: [...(own.body as readonly unknown[]), ...nodes] }
}

/** Of a call that answers fields of rows; another one stays as it is, which is a mistake of what adds to it. */
function joinCall(own: Content, from: readonly Content[]): Content {
  const { operation, output } = own as { operation?: Record<string, unknown>; output?: unknown }
  if (!operation || !Array.isArray(output)) return own
  const additions = from as unknown as readonly AdditionDocument[]
  const fields = additions.reduce((known, { after, output: added = [] }) => {
    const isNew = (field: OutputField) => known.every((other) => outputName(other) !== outputName(field))
    return insertAfter(known, (field) => outputName(field) === after, added.filter(isNew))
  }, output as OutputField[])
  const found = additions.flatMap(({ orWhere }) => orWhere ?? [])
  const { where } = operation
  const conditions = isRecord(where) && found.length > 0 ? [where, ...found].map(({ cel }) => `(${String(cel)})`) : []
  return {
    ...own,
    output: fields,
    ...(conditions.length > 0 && { operation: { ...operation, where: { cel: conditions.join(' || ') } } }),
  }
}

function joinApp(own: Content, from: readonly Content[]): Content {
  const tasks = (key: 'minutely' | 'hourly') => {
    const all = [own, ...from].flatMap((content) => (content[key] as readonly string[] | undefined) ?? [])
    return all.length > 0 && { [key]: [...new Set(all)] }
  }
  return { ...own, ...tasks('minutely'), ...tasks('hourly') }
}

const filledBefore = new WeakMap<object, { by: readonly object[]; content: Content }>()

/** The same content while it and the contents that it is filled from stay the same. */
export function filledOnce(content: Content, by: readonly Content[], fill: () => Content): Content {
  const before = filledBefore.get(content)
  if (before?.by.length === by.length && by.every((each, index) => each === before.by[index])) return before.content
  const filled = { by, content: fill() }
  filledBefore.set(content, filled)
  return filled.content
}

/** Parts of contents, with their places. */
interface Held {
  own: ReadonlyMap<object, string>
  added: ReadonlyMap<object, string>
}

/** Where a place of the joined content was written. @returns null where another document wrote it */
function writtenAt(path: string, joined: Content, { own, added }: Held): string | null {
  let value: unknown = joined
  let place = ''
  for (const step of path.split('/').slice(1)) {
    value = (value as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')]
    if (isHeld(value, added)) return null
    place = isHeld(value, own) ? own.get(value)! : `${place}/${step}`
  }
  return place
}

function isHeld(value: unknown, places: ReadonlyMap<object, string>): value is object {
  return typeof value === 'object' && value !== null && places.has(value)
}

function placesOf(value: object, path = '', found = new Map<object, string>()): Map<object, string> {
  found.set(value, path)
  for (const [key, member] of Object.entries(value))
    if (typeof member === 'object' && member !== null) placesOf(member, pointer(path, key), found)
  return found
}
