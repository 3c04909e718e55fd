import { describe, expect, it } from 'vitest'
import {
  isBlank,
  normaliseAccount,
  normaliseCode,
  normaliseIdentifier,
  normaliseName,
  normalisePhone,
  normaliseText,
  searchForm,
} from '../../../../runtime/core/values/normaliseText.ts'
import { normaliseValue } from '../../../../runtime/core/values/normaliseValue.ts'

const table = (normalise: (typed: string) => string, rows: readonly (readonly [string, string])[]) =>
  expect(rows.map(([typed]) => [typed, normalise(typed)])).toEqual(rows)

describe('what people type has one form', () => {
  it('[NORM-1] takes spaces of any kind, zero-width and control characters for nothing', () => {
    const blank = ['', ' ', '\u3000', '\n\t', '\u200b', '\u3164', '\u2800', '\u00ad', '\u202e', '\u0007', '\ufeff\u2060 ']
    expect(blank.map((text) => [text, isBlank(text)])).toEqual(blank.map((text) => [text, true]))
    expect(['0', '\u200ba', '·', '❤️', 'ا'].filter(isBlank)).toEqual([])
  })

  it('[NORM-2] composes texts and trims them, and leaves the width of their letters', () => {
    table(normaliseText, [
      [' 楚江大学\u3000', '楚江大学'],
      ['e\u0301cole', 'école'],
      ['ＡＢＣ　大学', 'ＡＢＣ　大学'],
      ['\u200b第一行\n第二行\n', '第一行\n第二行'],
      ['我❤️', '我❤️'],
      ['می\u200cخواهم', 'می\u200cخواهم'],
    ])
    table(normaliseName, [
      ['张\u200b三 ', '张三'],
      ['Zoe\u0308', 'Zoë'],
    ])
  })

  it('[NORM-3] reads full-width digits and letters, spaces, hyphens and +86 in numbers, codes and accounts', () => {
    table(normalisePhone, [
      ['１３８００１３８０００', '13800138000'],
      ['138-0013-8000', '13800138000'],
      ['＋86 138 0013 8000', '13800138000'],
      ['008613800138000', '13800138000'],
      ['+49 151 234-567-89', '+4915123456789'],
      ['0049 151 23456789', '+4915123456789'],
      ['8613800138000', '13800138000'],
      ['+852 6123 4567', '+85261234567'],
      ['没有手机', '没有手机'],
      ['13800138000 转 2', '13800138000 转 2'],
    ])
    table(normaliseAccount, [
      ['STUDENT', 'student'],
      ['Student＠agon.example ', 'student@agon.example'],
      ['１９９０００００００１', '19900000001'],
      ['+86 199-0000-0001', '19900000001'],
      ['2024-001', '2024-001'],
    ])
    table(normaliseCode, [['abcd－1234 ５６', 'ABCD123456']])
    table(normaliseIdentifier, [
      ['２０２６-０１-０５', '2026-01-05'],
      ['a\u200b@x.example', 'a@x.example'],
    ])
  })

  it('[NORM-4] searches without regard to width, case and composition', () => {
    expect(new Set(['ÉCOLE ', 'école', 'e\u0301cole'].map(searchForm))).toEqual(new Set(['école']))
    expect(searchForm('ＡＢＣ大学')).toBe('abc大学')
  })

  it('[NORM-5] follows the schema: choices, secrets and markup stay as typed, and an untouched value is the same object', () => {
    const schema = {
      type: 'object',
      properties: {
        phone: { type: 'string', phone: true },
        day: { type: 'array', items: { type: 'string', format: 'date' } },
        kind: { type: 'string', enum: [' a '] },
        password: { type: 'string', 'x-widget': 'password' },
        text: { type: 'string', 'x-widget': 'richText' },
      },
    }
    const typed = { phone: '138 0013 8000', day: ['２０２６-01-05'], kind: ' a ', password: ' １ ', text: ' <p>１</p> ', other: ' ' }
    const right = { ...typed, phone: '13800138000', day: ['2026-01-05'] }
    expect(normaliseValue(schema, typed)).toEqual(right)
    expect(normaliseValue(schema, right)).toBe(right)
  })

  it('[NORM-6] changes nothing that it has changed once', () => {
    const typed = ['１３８ ', 'e\u0301', '\u200b A－1', '+86 138-0013-8000', 'ﷺ', '①', ' \u0345', '\u3164x\u3164', '8686 13800138000']
    for (const normalise of [normaliseText, normaliseName, normaliseIdentifier, normalisePhone, normaliseCode, normaliseAccount])
      for (const text of typed) expect(normalise(normalise(text))).toBe(normalise(text))
  })
})
