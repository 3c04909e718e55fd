/** Entries of a menu are moved, added and removed in the studio. */
import { describe, expect, it } from 'vitest'
import {
  addEntry,
  type EntryMove,
  type EntrySide,
  menuEntries,
  moveEntry,
  placeEntry,
  removeEntry,
} from '../../../runtime/core/studio/menuEntries.ts'

type Entry = { id: string; children?: Entry[] }
const entry = (id: string, ...children: Entry[]): Entry => ({ id, ...(children.length > 0 && { children }) })
/** a; b with b1 and b2; c */
const MENU = { title: { zh: '菜单', en: 'Menu' }, items: [entry('a'), entry('b', entry('b1'), entry('b2')), entry('c')] }

/** `a b(b1 b2) c` */
function drawn({ items }: { items?: unknown }): string {
  return (items as Entry[]).map(({ id, children }) => (children ? `${id}(${drawn({ items: children })})` : id)).join(' ')
}
const idAt = (content: Record<string, unknown>, path: string | null) =>
  menuEntries(content).find((each) => each.path === path)?.content.id ?? null
const pathOf = (id: string) => menuEntries(MENU).find(({ content }) => content.id === id)!.path

describe('[MENU-4] an entry', () => {
  it.each<[string, EntryMove, string | null]>([
    ['b', 'earlier', 'b(b1 b2) a c'],
    ['b', 'later', 'a c b(b1 b2)'],
    ['b1', 'later', 'a b(b2 b1) c'],
    ['b', 'in', 'a(b(b1 b2)) c'],
    ['c', 'in', 'a b(b1 b2 c)'],
    ['b1', 'out', 'a b(b2) b1 c'],
    ['b2', 'in', 'a b(b1(b2)) c'],
    ['a', 'earlier', null],
    ['c', 'later', null],
    ['a', 'in', null],
    ['c', 'out', null],
  ])('%s moves %s: %s', (id, move, expected) => {
    const moved = moveEntry(MENU, pathOf(id), move)
    expect(moved && drawn(moved.content)).toBe(expected)
    if (moved) expect(idAt(moved.content, moved.chosen)).toBe(id)
  })

  it.each<[string, EntrySide, string, string | null]>([
    ['a', 'after', 'c', 'b(b1 b2) c a'],
    ['c', 'before', 'a', 'c a b(b1 b2)'],
    ['a', 'before', 'b2', 'b(b1 a b2) c'],
    ['a', 'inside', 'c', 'b(b1 b2) c(a)'],
    ['b2', 'before', 'b1', 'a b(b2 b1) c'],
    ['b1', 'inside', 'b', 'a b(b2 b1) c'],
    ['b1', 'after', 'a', 'a b1 b(b2) c'],
    ['b', 'inside', 'b1', null],
    ['b', 'after', 'b', null],
  ])('%s is put %s %s: %s', (id, side, target, expected) => {
    const moved = placeEntry(MENU, pathOf(id), pathOf(target), side)
    expect(moved && drawn(moved.content)).toBe(expected)
    if (moved) expect(idAt(moved.content, moved.chosen)).toBe(id)
  })

  it('is added behind the chosen one, else at the end, under an id that is free', () => {
    expect(drawn(addEntry(MENU, pathOf('b1'), { id: 'new' }).content)).toBe('a b(b1 new b2) c')
    const added = addEntry(MENU, null, { id: 'b1' })
    expect([drawn(added.content), idAt(added.content, added.chosen)]).toEqual(['a b(b1 b2) c b3', 'b3'])
  })

  it('is removed with those below it; what follows is chosen then, and an empty group is an entry again', () => {
    const removed = removeEntry(MENU, pathOf('b'))
    expect([drawn(removed.content), idAt(removed.content, removed.chosen)]).toEqual(['a c', 'c'])
    const one = removeEntry(MENU, pathOf('b2'))
    const none = removeEntry(one.content, one.chosen!)
    expect([drawn(none.content), idAt(none.content, none.chosen)]).toEqual(['a b c', 'b'])
  })
})
