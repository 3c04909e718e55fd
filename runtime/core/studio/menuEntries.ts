/** What a person does with the entries of a menu in the studio. Nothing is changed in place; each answers the new content and the entry that is chosen then. */
import { parentPath, readAt, writeAt } from './documentPath.ts'
import { freeName } from './freeName.ts'
import type { ChangedNodes } from './inPlaceEditor/changeNodes.ts'

type Content = Record<string, unknown>

export interface MenuEntry {
  /** JSON Pointer. */
  path: string
  content: Content
  /** 0: at the top. */
  depth: number
}

export type EntryMove = 'earlier' | 'later' | 'in' | 'out'
export type EntrySide = 'before' | 'after' | 'inside'

/** All entries from top to bottom, each before those below it. */
export function menuEntries(content: Content): MenuEntry[] {
  const read = (list: string, depth: number): MenuEntry[] => {
    return entriesAt(content, list).flatMap((entry, index) => {
      const path = `${list}/${index}`
      return [{ path, content: entry, depth }, ...read(`${path}/children`, depth + 1)]
    })
  }
  return read('/items', 0)
}

/** @returns where an entry goes by a move; null when there is nowhere to go */
export function moveEntry(content: Content, path: string, move: EntryMove): ChangedNodes | null {
  const list = parentPath(path)
  const index = indexOf(path)
  const around = parentPath(list)
  if (move === 'earlier') return index === 0 ? null : placed(content, path, { list, index: index - 1 })
  if (move === 'later') return index === entriesAt(content, list).length - 1 ? null : placed(content, path, { list, index: index + 1 })
  if (move === 'out') return around === '' ? null : placed(content, path, { list: parentPath(around), index: indexOf(around) + 1 })
  if (index === 0) return null
  const into = `${list}/${index - 1}/children`
  return placed(content, path, { list: into, index: entriesAt(content, into).length })
}

/** Puts an entry beside another one, or at the end of its entries. @returns null where it would be inside of itself */
export function placeEntry(content: Content, path: string, target: string, side: EntrySide): ChangedNodes | null {
  if (target === path || target.startsWith(`${path}/`)) return null
  if (side === 'inside') {
    const list = `${target}/children`
    const isLast = parentPath(path) === list
    return placed(content, path, { list, index: entriesAt(content, list).length - (isLast ? 1 : 0) })
  }
  const list = parentPath(target)
  const gap = indexOf(target) + (side === 'after' ? 1 : 0)
  const isEarlier = parentPath(path) === list && indexOf(path) < gap
  return placed(content, path, { list, index: isEarlier ? gap - 1 : gap })
}

/** A new entry behind the chosen one, else at the end. */
export function addEntry(content: Content, chosen: string | null, entry: { id: string } & Content): ChangedNodes {
  const id = freeName(
    entry.id,
    menuEntries(content).map(({ content: each }) => String(each.id)),
  )
  const list = chosen === null ? '/items' : parentPath(chosen)
  const index = chosen === null ? entriesAt(content, list).length : indexOf(chosen) + 1
  return inserted(content, { ...entry, id }, { list, index })
}

/** Takes an entry away, with those below it; the one that follows is chosen then, else the one around. */
export function removeEntry(content: Content, path: string): ChangedNodes {
  const list = parentPath(path)
  const next = without(content, path)
  const left = entriesAt(next, list).length
  const around = parentPath(list)
  return { content: next, chosen: left > 0 ? `${list}/${Math.min(indexOf(path), left - 1)}` : around || null }
}

interface EntryPlace {
  list: string
  /** In the list without the entry that moves. */
  index: number
}

/** An entry taken from its place and put into another one, whose address may change by that. */
function placed(content: Content, path: string, { list, index }: EntryPlace): ChangedNodes {
  const entry = readAt(content, path) as Content
  return inserted(without(content, path), entry, { list: withoutAt(list, path), index })
}

function inserted(content: Content, entry: Content, { list, index }: EntryPlace): ChangedNodes {
  const entries = entriesAt(content, list)
  const next = [...entries.slice(0, index), entry, ...entries.slice(index)]
  return { content: writeAt(content, list, next), chosen: `${list}/${index}` }
}

/** An entry without others below it has no list of them. */
function without(content: Content, path: string): Content {
  const list = parentPath(path)
  const rest = entriesAt(content, list).filter((_, at) => at !== indexOf(path))
  return writeAt(content, list, rest.length === 0 && list !== '/items' ? undefined : rest)
}

/** The address of a list once an entry before it, or before one around it, is gone. */
function withoutAt(list: string, gone: string): string {
  const around = `${parentPath(gone)}/`
  if (!list.startsWith(around)) return list
  const [step = '', ...rest] = list.slice(around.length).split('/')
  return Number(step) > indexOf(gone) ? [`${around}${Number(step) - 1}`, ...rest].join('/') : list
}

function entriesAt(content: Content, list: string): Content[] {
  return (readAt(content, list) as Content[] | undefined) ?? []
}

function indexOf(path: string): number {
  return Number(path.slice(path.lastIndexOf('/') + 1))
}
