import { describe, expect, it } from 'vitest'
import { moveMoment } from '../../renderer/widgets/pickers/moveMoment.ts'
import { tidyMoment } from '../../renderer/widgets/pickers/tidyMoment.ts'

describe('what is typed for a day or a time', () => {
  it.each([
    ['date', '2026-1-5', '2026-01-05'],
    ['date', ' 2026/01/05 ', '2026-01-05'],
    ['date', '2026.1.5', '2026-01-05'],
    ['date', '2026年1月5日', '2026-01-05'],
    ['date', '２０２６－１－５', '2026-01-05'],
    ['date', '20260105', '2026-01-05'],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '2026-02-29', null],
    ['date', '2026-13-01', null],
    ['date', '26-1-5', null],
    ['date', '202615', null],
    ['date', 'tomorrow', null],
    ['time', '9:5', '09:05'],
    ['time', '9点05', '09:05'],
    ['time', '14时30分', '14:30'],
    ['time', '0905', '09:05'],
    ['time', '24:00', null],
    ['time', '9:60', null],
    ['time', '', null],
  ] as const)('%s "%s" is %s', (kind, typed, kept) => {
    expect(tidyMoment(kind, typed)).toBe(kept)
  })
})

describe('a step with the keyboard', () => {
  it.each([
    ['date', 'ArrowRight', '2026-12-31', '2027-01-01'],
    ['date', 'ArrowUp', '2026-03-05', '2026-02-26'],
    ['date', 'PageDown', '2026-01-31', '2026-02-28'],
    ['date', 'PageUp', '2024-03-31', '2024-02-29'],
    ['date', 'x', '2024-03-31', null],
    ['time', 'ArrowUp', '00:00', '23:59'],
    ['time', 'PageDown', '23:30', '00:30'],
    ['time', 'ArrowLeft', '23:30', null],
  ] as const)('%s: %s from %s leads to %s', (kind, key, from, to) => {
    expect(moveMoment(kind, key, from, {})).toBe(to)
  })

  it('stays within the bounds', () => {
    const bounds = { min: '2026-11-10', max: '2026-11-20' }
    expect(moveMoment('date', 'ArrowDown', '2026-11-18', bounds)).toBe('2026-11-20')
    expect(moveMoment('date', 'PageUp', '2026-11-18', bounds)).toBe('2026-11-10')
  })
})
