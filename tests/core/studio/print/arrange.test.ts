/** Elements of a printed sheet, arranged together. */
import { describe, expect, it } from 'vitest'
import type { PrintElement } from '../../../../runtime/core/documents.ts'
import { orderElements, placeElements, resizeElements } from '../../../../runtime/core/studio/print/arrange.ts'

const box = (name: string, x: number, y: number, width: number, height: number, more: object = {}): PrintElement => ({
  ...{ kind: 'box', name, x, y, width, height },
  ...more,
})
const areas = (elements: readonly PrintElement[]) => elements.map(({ x, y, width, height }) => [x, y, width, height])
const names = (elements: readonly PrintElement[]) => elements.map(({ name }) => name).join('')

describe('[CERT-DESIGN-5] several elements', () => {
  const two = [box('a', 10, 10, 20, 10), box('b', 40, 30, 10, 10)]

  it('are resized as one: places and gaps keep their shares, the opposite corner stays', () => {
    expect(areas(resizeElements(two, [0, 1], 'se', 40, 30))).toEqual([
      [10, 10, 40, 20],
      [70, 50, 20, 20],
    ])
    expect(areas(resizeElements(two, [0, 1], 'nw', -40, -30))).toEqual([
      [-30, -20, 40, 20],
      [30, 20, 20, 20],
    ])
  })

  it('keep a millimetre each, and locked ones stay', () => {
    expect(areas(resizeElements(two, [0, 1], 'e', -100, 0)).map(([, , width]) => width)).toEqual([1, 1])
    const locked = [...two, box('c', 0, 0, 5, 5, { locked: true })]
    expect(areas(resizeElements(locked, [0, 1, 2], 'se', 40, 30))).toEqual([
      [10, 10, 40, 20],
      [70, 50, 20, 20],
      [0, 0, 5, 5],
    ])
  })

  it('leave a line without extent as thin as it is', () => {
    const line: PrintElement = { kind: 'line', x: 10, y: 20, width: 30, height: 0, stroke: '#000000' }
    expect(areas(resizeElements([line, two[0]!], [0, 1], 's', 0, 10))[0]).toEqual([10, 30, 30, 0])
    expect(areas(resizeElements([line], [0], 'e', 10, 0))).toEqual([[10, 20, 40, 0]])
  })
})

describe('[CERT-DESIGN-4] layers', () => {
  const five = [...'abcde'].map((name) => box(name, 0, 0, 1, 1))

  it('go directly below the one they are dropped on, together and in their order', () => {
    const moved = placeElements(five, [0, 2], 4)
    expect([names(moved.elements), moved.chosen]).toEqual(['bdace', [2, 3]])
    expect(names(placeElements(five, [4], 0).elements)).toBe('eabcd')
    expect(names(placeElements(five, [1], 5).elements)).toBe('acdeb')
    expect(names(placeElements(five, [1], 2).elements)).toBe('abcde')
  })

  it('go one up or down, or to an end', () => {
    expect(names(orderElements(five, [1, 3], 'forward').elements)).toBe('acbde')
    expect(names(orderElements(five, [1, 3], 'back').elements)).toBe('bdace')
    expect(names(orderElements(five, [0], 'backward').elements)).toBe('abcde')
    expect(names(orderElements(five, [0], 'front').elements)).toBe('bcdea')
  })
})
