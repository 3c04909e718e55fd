import { describe, expect, it } from 'vitest'
import { readMoney } from '../../../../runtime/core/typed/readMoney.ts'
import { readNumber } from '../../../../runtime/core/typed/readNumber.ts'

describe('[NUM-1] a typed amount', () => {
  it.each([
    ['12,50', 1250],
    ['0,99', 99],
    ['1,5', 150],
    ['1,234', 123_400],
    ['1,234.50', 123_450],
    ['1.234,50', 123_450],
    ["1'234.50", 123_450],
    ['1 234,5', 123_450],
    ['1,00,000', 10_000_000],
    ['￥１，２３４．５０', 123_450],
    ['CNY 1200', 120_000],
    ['100元', 10_000],
    ['-3', -300],
  ])('%s is %i minor units', (typed, value) => {
    expect(readMoney(typed)).toEqual({ value })
  })

  it.each([
    ['12.345', 'decimals'],
    ['0.005', 'decimals'],
    ['12.500', 'decimals'],
    ['12,', 'none'],
    ['$12', 'none'],
    ['12,34.5', 'none'],
    ['1e3', 'none'],
    ['0x10', 'none'],
    ['12²', 'none'],
    ['①2', 'none'],
    ['1万', 'none'],
    ['99999999999999999.5', 'digits'],
    ['12345678901234.567', 'decimals'],
    ['98765432109876.54', 'digits'],
  ])('%s is refused: %s', (typed, reason) => {
    expect(readMoney(typed)).toEqual({ reason })
  })

  it('has no decimals where its currency has none', () => {
    expect(readMoney('1,200', 'JPY')).toEqual({ value: 1200 })
    expect(readMoney('12.5', 'JPY')).toEqual({ reason: 'decimals' })
  })
})

describe('[NUM-2] a number that can be read in two ways', () => {
  it('is asked back, and read where the field leaves one way', () => {
    expect(readNumber('1,234')).toEqual({ choices: ['1234', '1.234'] })
    expect(readNumber('-1,234')).toEqual({ choices: ['-1234', '-1.234'] })
    expect(readNumber('1,0000')).toEqual({ choices: ['10000', '1.0000'] })
    expect(readNumber('1,234', { decimals: 0 })).toEqual({ value: 1234 })
    expect(readNumber('0,234')).toEqual({ value: 0.234 })
    expect(readNumber('12,5')).toEqual({ value: 12.5 })
  })
})
