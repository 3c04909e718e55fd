import { expect, it } from 'vitest'
import { expandFragments } from '../../../runtime/core/documents/expandFragments.ts'
import type { FragmentDocument, Node } from '../../../runtime/core/documents.ts'

const words = (text: string): Node => ({ node: 'text', text: { zh: text, en: text } })
const fragments: Record<string, Pick<FragmentDocument, 'state' | 'sources' | 'body'>> = {
  frame: {
    state: { tab: 'first', open: false },
    sources: { books: { call: 'library.books' } },
    body: [words('head'), { node: 'grid', children: [{ node: 'slot' }, { node: 'fragment', fragment: 'foot' }] }],
  },
  foot: { sources: { hours: { call: 'library.hours' } }, body: [words('foot')] },
  circle: { body: [words('round'), { node: 'fragment', fragment: 'circle' }] },
}
const expand = (body: Node[], rest: object = {}) => expandFragments({ body, ...rest }, (id) => fragments[id] as FragmentDocument)

it('puts the nodes of a fragment where it stood, and those of the page into its slot', () => {
  const { body } = expand([words('before'), { node: 'fragment', fragment: 'frame', children: [words('own')] }])
  expect(body).toEqual([words('before'), words('head'), { node: 'grid', children: [words('own'), words('foot')] }])
})

it('brings the sources and the state of fragments, those inside of others too; the page’s own go first', () => {
  const page = { state: { open: true }, sources: { books: { call: 'library.newest' } } }
  expect(expand([{ node: 'fragment', fragment: 'frame' }], page)).toMatchObject({
    state: { tab: 'first', open: true },
    sources: { books: { call: 'library.newest' }, hours: { call: 'library.hours' } },
  })
})

it('keeps the conditions of a fragment around its nodes', () => {
  const { body } = expand([{ node: 'fragment', fragment: 'foot', permission: 'lend', visibleWhen: { cel: 'state.open' } }])
  expect(body).toEqual([{ node: 'section', permission: 'lend', visibleWhen: { cel: 'state.open' }, children: [words('foot')] }])
})

it('puts parts where they are named, each with what the place gives, and the nodes of the place into the slot', () => {
  const stat = (cel: string): Node => ({ node: 'stat', label: { zh: '', en: '' }, value: { cel } })
  const body: Node[] = [
    { node: 'part', part: 'line', with: { book: { cel: 'books[0]' }, size: 2 }, children: [words('own')] },
    { node: 'part', part: 'line', with: { book: { cel: 'a + b' }, size: { cel: 'state.size' } } },
  ]
  const parts: Record<string, Node[]> = {
    line: [stat("book.title + 'book' + [1].map(size, string(size))[0] + string(size)"), { node: 'slot' }],
  }
  expect(expand(body, { parts })).toEqual({
    sources: {},
    state: {},
    body: [
      stat("(books[0]).title + 'book' + [1].map(size, string(size))[0] + string(2)"),
      words('own'),
      stat("(a + b).title + 'book' + [1].map(size, string(size))[0] + string(state.size)"),
    ],
  })
})

it('leaves out nodes whose expressions would become too long, or would read a name that a macro binds', () => {
  const parts = { line: [{ node: 'repeat', items: { cel: 'list.map(x, x + given)' }, children: [] }] as Node[] }
  const given = (cel: string) => expand([{ node: 'part', part: 'line', with: { given: { cel } } }], { parts }).body
  expect(given('y')).toHaveLength(1)
  expect(given('x')).toEqual([])
  expect(given(`"${'a'.repeat(8_000)}"`)).toEqual([])
})

it('ends where a fragment stands in itself, and leaves out what does not exist', () => {
  expect(expand([{ node: 'fragment', fragment: 'circle' }]).body).toEqual([words('round')])
  expect(expand([{ node: 'fragment', fragment: 'none' }]).body).toEqual([])
})

it('leaves a page without fragments as it is', () => {
  const page = { body: [words('alone')] }
  expect(expandFragments(page, () => undefined)).toBe(page)
})
