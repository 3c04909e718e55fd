import { describe, expect, it } from 'vitest'
import { nearest, suggest } from '../../../runtime/core/documents/suggest.ts'

describe('suggestions', () => {
  it.each([
    ['tost', ['toast', 'set'], 'toast'],
    ['lable', ['label', 'able'], 'label'],
    ['VISIBLEWHEN', ['visibleWhen'], 'visibleWhen'],
    ['onFailre', ['onFailure', 'on'], 'onFailure'],
    ['flavour', ['id', 'label'], null],
    ['a', ['b'], null],
    ['library.history', ['library.restore'], null],
  ])('for %s among %j is %s', (name, known, expected) => {
    expect(nearest(name, known)).toBe(expected)
  })

  it('list what is known when nothing is near, at most eight names', () => {
    expect(suggest('zzz', ['b', 'a'])).toBe('known: a, b')
    expect(
      suggest(
        'zzz',
        Array.from({ length: 10 }, (_, index) => `name${index}`),
      ),
    ).toMatch(/^known: name0, .*name7, and 2 more$/)
    expect(suggest('zzz', [])).toBe('nothing is known here')
  })
})
