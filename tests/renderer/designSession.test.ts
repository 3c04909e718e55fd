import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DesignSession, SaveConflict, SaveInterrupted } from '../../renderer/studio/DesignSession.ts'

interface Doc {
  title: string
  fields: Record<string, string>
}
const first: Doc = { title: 'a', fields: { name: 'Name' } }
const typed = (title: string) => (doc: Doc) => ({ ...doc, title })
const added = (name: string) => (doc: Doc) => ({ ...doc, fields: { ...doc.fields, [name]: name } })

let saves: { content: Doc; revision: string | null }[]
let elsewhere: boolean
let unreachable: number
const open = (content = first) =>
  new DesignSession<Doc>({
    content,
    revision: '1',
    recoveryKey: 'design',
    check: () => [],
    save: async (saved, revision) => {
      if (elsewhere) throw new SaveConflict('conflict')
      if (unreachable > 0) {
        unreachable -= 1
        throw new SaveInterrupted('offline')
      }
      saves.push({ content: saved, revision })
      return { revision: `${Number(revision) + 1}` }
    },
  })

beforeEach(() => {
  saves = []
  elsewhere = false
  unreachable = 0
  vi.useFakeTimers()
  const target = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', target)
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('takes every step back, and every step forth again, with what was selected', () => {
  const session = open()
  session.change('copy', added('copy'), { select: ['/fields/copy'] })
  session.change('write', typed('b'))
  session.change('remove', ({ title }) => ({ title, fields: first.fields }), { select: ['/fields/name'] })
  const last = session.content
  for (let steps = 0; steps < 3; steps += 1) session.undo()
  expect(session.content).toBe(first)
  expect(session.selection).toEqual([])
  expect(session.canUndo).toBe(false)
  for (let steps = 0; steps < 3; steps += 1) session.redo()
  expect(session.content).toBe(last)
  expect(session.canRedo).toBe(false)
  session.undo()
  expect(session.selection).toEqual(['/fields/copy'])
})
it('makes typing in one place one step, until there is a pause, another place, or a way back between', () => {
  const session = open()
  session.change('write', typed('ab'), { merge: '/title' })
  session.change('write', typed('abc'), { merge: '/title' })
  session.change('write', added('b'), { merge: '/fields' })
  session.change('write', typed('abcd'), { merge: '/title' })
  vi.advanceTimersByTime(10_000)
  session.change('write', typed('abcde'), { merge: '/title' })
  const titles: string[] = []
  while (session.canUndo) {
    session.undo()
    titles.push(session.content.title)
  }
  expect(titles).toEqual(['abcd', 'abc', 'abc', 'a'])
  session.redo()
  session.change('write', typed('abc!'), { merge: '/title' })
  session.undo()
  expect(session.content.title).toBe('abc')
})
it('has no step for an edit that changes nothing, and forgets the way forth at a new one', () => {
  const session = open()
  session.change('nothing', (doc) => doc)
  expect(session.canUndo).toBe(false)
  session.change('write', typed('b'))
  session.undo()
  session.change('write', typed('c'))
  expect(session.canRedo).toBe(false)
})
it('saves over the revision of the save before, one after the other', async () => {
  const session = open()
  session.change('write', typed('b'))
  const saving = session.flush()
  session.change('write', typed('c'))
  await saving
  expect(saves.map(({ content, revision }) => [content.title, revision])).toEqual([
    ['b', '1'],
    ['c', '2'],
  ])
  expect(session.save.phase).toBe('saved')
})
it('sends nothing after a conflict until the person has decided, then saves over what somebody else stored', async () => {
  const session = open()
  elsewhere = true
  session.change('write', typed('mine'))
  await session.flush()
  expect(session.save.phase).toBe('conflict')
  session.change('write', added('more'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(session.save.phase).toBe('conflict')
  elsewhere = false
  await session.decide(true, async () => session.refresh({ ...first, title: 'theirs' }, '7'))
  await session.flush()
  expect(saves).toEqual([{ content: { title: 'mine', fields: { name: 'Name', more: 'more' } }, revision: '7' }])
  expect(session.save.phase).toBe('saved')
})
it('decides about what came before the conflict was known, and is not told a second time', async () => {
  const session = open()
  elsewhere = true
  session.change('write', typed('mine'))
  session.refresh({ ...first, title: 'theirs' }, '7')
  await session.flush()
  expect(session.save.phase).toBe('conflict')
  elsewhere = false
  await session.decide(true, async () => {})
  await session.flush()
  expect(saves).toMatchObject([{ content: { title: 'mine' }, revision: '7' }])
  expect(session.save.phase).toBe('saved')
})
it('takes what somebody else stored when the person says so, and can take it back', async () => {
  const session = open()
  elsewhere = true
  session.change('write', typed('mine'))
  await session.flush()
  await session.decide(false, async () => session.refresh({ ...first, title: 'theirs' }, '7'))
  expect(session.content.title).toBe('theirs')
  expect(session.save.phase).toBe('saved')
  session.undo()
  expect(session.content.title).toBe('mine')
})
it('does not take a document that was read anew while there are edits of its own', () => {
  const session = open()
  session.change('write', typed('mine'))
  session.refresh({ ...first, title: 'theirs' }, '7')
  expect(session.content.title).toBe('mine')
})
it('saves again by itself when the server could not be reached, and says so meanwhile', async () => {
  const session = open()
  unreachable = 2
  session.change('write', typed('b'))
  await vi.advanceTimersByTimeAsync(1_300)
  expect(session.save).toMatchObject({ phase: 'failed', failure: 'offline' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(session.save.phase).toBe('failed')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(session.save.phase).toBe('saved')
  expect(saves).toEqual([{ content: { ...first, title: 'b' }, revision: '1' }])
})
