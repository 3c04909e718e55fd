import { expect, it } from 'vitest'
import { readQuery } from '../../runtime/core/readQuery.ts'

it('gives declared types to the parameters of an address', () => {
  const types = { page: { type: 'integer' }, open: { type: 'boolean' }, tags: { type: 'array' } }
  expect(readQuery('?page=2&open=true&tags=a&word=7', types)).toEqual({ page: 2, open: true, tags: ['a'], word: '7' })
})
it('leaves out what does not fit its type', () => {
  expect(readQuery('?page=two&size=', { page: { type: 'integer' }, size: { type: 'number' } })).toEqual({})
})
it('makes a list of a name that stands several times', () => {
  expect(readQuery('?tag=a&tag=b', {})).toEqual({ tag: ['a', 'b'] })
})
