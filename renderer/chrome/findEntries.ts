/** Entries of menus as the finder offers them, and which of them a text finds. */
import { isLocalText } from '../../runtime/client/texts.ts'
import type { ActionRef } from '../../runtime/core/documents.ts'
import type { ShownItem } from './useMenu.ts'

export interface FoundEntry {
  key: string
  title: string
  /** Beside the title. */
  text?: string
  icon?: string
  to?: string
  newTab?: boolean
  action?: ActionRef
}

interface MenuEntry extends FoundEntry {
  /** Its words in every language. */
  words: readonly string[]
}

/** Whether a Chinese text is written so in pinyin, whole or by initials. */
export type MatchesPinyin = (text: string, typed: string) => boolean

/** Everything below these entries that leads somewhere, each address once. */
export function menuEntries(items: readonly ShownItem[], above: readonly ShownItem[] = []): MenuEntry[] {
  const all = items.flatMap((item) => [
    ...(item.children.length === 0 && (item.to || item.action) ? [menuEntry(item, above)] : []),
    ...menuEntries(item.children, [...above, item]),
  ])
  const seen = new Set<string>()
  return all.filter(({ to }) => to === undefined || (!seen.has(to) && Boolean(seen.add(to))))
}

function menuEntry(item: ShownItem, above: readonly ShownItem[]): MenuEntry {
  const { label, to, newTab, action } = item
  return {
    key: [...above, item].map(({ id }) => id).join('/'),
    title: label,
    text: above.map((each) => each.label).join(' › '),
    icon: item.icon ?? above.at(-1)?.icon,
    to,
    newTab,
    action,
    words: [...above, item].flatMap(wordsOf),
  }
}

/** What an item says in each language. */
function wordsOf({ name, label }: ShownItem): string[] {
  return isLocalText(name) ? Object.values(name) : [label]
}

/** Those in which every word of the text is found, what begins with it first. */
export function findEntries(entries: readonly MenuEntry[], typed: string, matchesPinyin: MatchesPinyin): FoundEntry[] {
  const parts = folded(typed).split(/\s+/).filter(Boolean)
  const holds = (entry: MenuEntry, part: string) => entry.words.some((word) => folded(word).includes(part) || matchesPinyin(word, part))
  const begins = ({ title }: MenuEntry) => (folded(title).startsWith(folded(typed)) ? 0 : 1)
  return entries.filter((entry) => parts.every((part) => holds(entry, part))).toSorted((a, b) => begins(a) - begins(b))
}

function folded(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}
