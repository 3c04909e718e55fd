/** Numbers of many digits: kept, or refused. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedNumber, keepsDigits } from '../../../../runtime/core/typed/keepsDigits.ts'
import { readNumber } from '../../../../runtime/core/typed/readNumber.ts'

const digits = (least: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: max }).map((each) => each.join(''))
const finite = fc.double({ noNaN: true, noDefaultInfinity: true })

describe('digits of a number', () => {
  it('[DIGITS-2] are kept as JSON writes any number, and when there are no more than 15', () => {
    fc.assert(fc.property(finite, (value) => keepsDigits(JSON.stringify(value))))
    fc.assert(fc.property(digits(1, 8), digits(1, 7), (whole, decimals) => keepsDigits(`${whole}.${decimals}`)))
  })
  it('[DIGITS-3] are kept as typed, or the number is refused: what is read prints the same', () => {
    const plain = (text: string) =>
      text
        .replace(/^0+(?=\d)/, '')
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '')
    fc.assert(
      fc.property(digits(1, 25), digits(1, 25), (whole, decimals) => {
        const typed = `${whole}.${decimals}`
        const reading = readNumber(typed)
        if (!('value' in reading)) return true
        return (
          BigInt(Math.trunc(reading.value)) === BigInt(whole) &&
          (String(reading.value).includes('e') || String(reading.value) === plain(typed))
        )
      }),
    )
    expect(readNumber('1.00000000000000000000001')).toEqual({ reason: 'digits' })
    expect(readNumber('123456789012345.99999')).toEqual({ reason: 'digits' })
    expect(readNumber('9007199254740993')).toEqual({ reason: 'digits' })
    expect(readNumber('9007199254740991')).toEqual({ value: 9_007_199_254_740_991 })
  })
  it('[DIGITS-4] of numbers alone count in a JSON text, wherever they stand', () => {
    fc.assert(fc.property(fc.json(), (json) => changedNumber(json) === null))
    for (const written of ['12345678901234567', '1.0000000000000000001', '-0.12345678901234567', '1e400'])
      for (const text of [written, `[${written}]`, `{"a\\"1":[{"b":${written}}]}`, `{"a":"x","b":${written},"c":1}`])
        expect(changedNumber(text), text).toBe(written.replace('-', ''))
    for (const text of ['"12345678901234567"', '{"12345678901234567":1}', '["\\"12345678901234567"]'])
      expect(changedNumber(text)).toBeNull()
  })
})
