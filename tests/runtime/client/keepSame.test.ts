/** What comes again from the server keeps the identity of its unchanged parts. */
import { expect, it } from 'vitest'
import { keepSame } from '../../../runtime/client/keepSame.ts'

const last = { title: 'a', fields: [{ id: 'x' }, { id: 'y' }], state: { open: false } }

it('equal content is the same object', () => {
  expect(keepSame(last, structuredClone(last))).toBe(last)
})

it('a change makes new what it lies in, and nothing beside it', () => {
  const next = keepSame(last, { ...structuredClone(last), fields: [{ id: 'x' }, { id: 'z' }] })
  expect(next).not.toBe(last)
  expect(next.state).toBe(last.state)
  expect(next.fields[0]).toBe(last.fields[0])
  expect(next.fields[1]).toEqual({ id: 'z' })
})

it('fields in another order, one more and one less are changes', () => {
  expect(Object.keys(keepSame({ a: 1, b: 2 }, { b: 2, a: 1 }))).toEqual(['b', 'a'])
  expect(keepSame({ a: 1 }, { a: 1, b: undefined })).toHaveProperty('b')
  expect(keepSame<unknown>({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 })
  expect(keepSame<unknown>([1, 2], [1])).toEqual([1])
})
