/** The one table of cases of the keywords. Every engine runs it: the check alone, Ajv compiled, Ajv precompiled in Node, and the same module in
 *  Chromium under a strict policy. */

export interface KeywordCase {
  readonly keyword: string
  readonly limit: unknown
  readonly value: unknown
  /** Other fields of the object that holds the value (which stands under `value`). */
  readonly beside?: Readonly<Record<string, unknown>>
  /** Code of the refusal; null when the value is right. */
  readonly code: string | null
  /** Facts the refusal must carry, among others. */
  readonly facts?: Readonly<Record<string, unknown>>
}

const cases = (keyword: string, limit: unknown, rows: readonly Row[]): KeywordCase[] =>
  rows.map(([value, code, facts, beside]) => ({ keyword, limit, value, code, ...(facts ? { facts } : {}), ...(beside ? { beside } : {}) }))
type Row = readonly [value: unknown, code: string | null, facts?: Record<string, unknown>, beside?: Record<string, unknown>]

const MEGABYTE = 1024 * 1024
const photo = (width: unknown, height: unknown) => ({ name: 'cover.jpg', size: 1000, type: 'image/jpeg', width, height })

export const keywordCases: readonly KeywordCase[] = [
  ...cases('phone', true, [
    ['13800138000', null],
    ['19912345678', null],
    ['12345678901', 'format'],
    ['10800138000', 'format'],
    ['1380013800', 'format'],
    ['138001380000', 'format'],
    ['+8613800138000', 'format'],
    ['138 0013 8000', 'format'],
    ['１３８００１３８０００', 'format'],
    ['13800138000\n', 'format'],
    ['', 'format'],
    [13800138000, null],
    // of elsewhere: E.164, with the rules of each country
    ['+4915123456789', null],
    ['+6591234567', null],
    ['+12025550123', null],
    ['+4915', 'abroad'],
    ['+99912345678', 'abroad'],
    ['+49 15123456789', 'abroad'],
    ['+862155502000', 'format'],
  ]),
  ...cases('phone', { countries: ['CN'] }, [
    ['13800138000', null],
    ['+4915123456789', 'mainland'],
    ['1380013800', 'format'],
  ]),
  ...cases('phone', { countries: ['SG', 'US'] }, [
    ['+6591234567', null],
    ['+12025550123', null],
    ['+14165550123', 'countries', { countries: 'SG, US' }],
    ['13800138000', 'countries', { countries: 'SG, US' }],
  ]),
  ...cases('email', true, [
    ['a@b.cn', null],
    ['first.last+tag@mail.example.com', null],
    ['李雷@例子.中国', null],
    ['a b@c.cn', 'spaces'],
    [' a@b.cn', 'spaces'],
    ['a@b.cn\n', 'spaces'],
    ['a@b', 'format'],
    ['a@b.', 'format'],
    ['a@.cn', 'format'],
    ['a@b..cn', 'format'],
    ['@b.cn', 'format'],
    ['a@', 'format'],
    ['a@b@c.cn', 'format'],
    ['abc', 'format'],
    ...["o'neil+x@mail-1.example", 'a_b.c@x.example', 'ли@пример.рф', '王@x.example'].map((value): Row => [value, null]),
    ...[
      'a@x.example,',
      'a@x.example;b',
      'x,a@x.example',
      'a@x.example>',
      'a<b@x.example',
      'mailto:a@x.example',
      'a@x.example）',
      'a\u200b@x.example',
    ].map((value): Row => [value, 'character']),
    ['"a"@x.example', 'character', { character: '"' }],
    ['a@-x.example', 'format'],
    [`${'a'.repeat(249)}@b.cn`, null],
    [`${'a'.repeat(250)}@b.cn`, 'tooLong', { limit: 254 }],
  ]),
  ...cases('colour', true, [
    ['#1677ff', null],
    ['#1677FF', null],
    ['#17f', 'format'],
    ['1677ff', 'format'],
    ['red', 'format'],
    ['#1677ff\n', 'format'],
    [1, null],
  ]),
  ...cases(
    'permutationOf',
    ['a', 'b', 'c'],
    [
      [['c', 'a', 'b'], null],
      [['a', 'b'], 'incomplete', { missing: 1 }],
      [[], 'incomplete', { missing: 3 }],
      [['a', 'b', 'b'], 'twice', { value: 'b' }],
      [['a', 'b', 'd'], 'unknown', { value: 'd' }],
      [['a', 'b', 'c', 'a'], 'twice', { value: 'a' }],
      ['abc', null],
    ],
  ),
  ...cases('bankAccount', true, [
    ['6222020200112233445', null],
    ['DE89370400440532013000', null],
    ['6222 0202 0011', 'format'],
    ['1234567', 'format'],
    ['6222020200112233445abc', 'format'],
  ]),
  ...cases('phoneOrEmail', true, [
    ['13800138000', null],
    ['+4915123456789', null],
    ['+4915', 'format'],
    ['a@b.cn', null],
    ['1380013800', 'format'],
    ['a@b', 'format'],
    ['', 'format'],
  ]),
  ...cases('password', true, [
    ['abc12345!', null],
    ['Passw0rd?', null],
    ['^1aaaaaa', null],
    ['abc123!', 'tooShort', { limit: 8 }],
    ['', 'tooShort'],
    ['12345678!', 'letter'],
    ['abcdefgh!', 'digit'],
    ['abcd1234', 'special', { specials: '!@#$%^&*?' }],
    ['abc 1234!', 'foreign', { character: ' ' }],
    ['abc1234!_', 'foreign', { character: '_' }],
    ['密码abc123!', 'foreign', { character: '密' }],
    ['abc123!😀', 'foreign', { character: '😀' }],
  ]),
  ...cases('minTextUnits', 2, [
    ['中文', null],
    ['abcd', null],
    ['中ab', null],
    ['abc', 'tooShort', { limit: 2, units: 1.5 }],
    ['中', 'tooShort', { units: 1 }],
    ['  中  ', 'tooShort', { units: 1 }],
    ['', 'tooShort', { units: 0 }],
  ]),
  ...cases('maxTextUnits', 3, [
    ['中文字', null],
    ['abcdef', null],
    ['😀😀😀', null],
    ['中文ab', null],
    ['abcdefg', 'tooLong', { limit: 3, units: 3.5 }],
    ['中文字a', 'tooLong', { units: 3.5 }],
  ]),
  ...cases('creditCode', true, [
    ['91350100M000100Y43', null],
    ['121000004000020941', null],
    ['91350100M000100Y34', 'checksum'],
    ['91350100M000100Y4', 'length'],
    ['91350100M000100Y4I', 'characters'],
    ['91350100m000100y43', 'characters'],
    ['９1350100M000100Y43', 'characters'],
    ['110105194912310', 'length'],
    ['', 'length'],
  ]),
  ...cases('creditCode', { older: true }, [
    ['110105194912310', null],
    ['91350100M000100Y43', null],
    ['91350100M000100Y34', 'checksum'],
    ['11010519491231', 'length'],
  ]),
  ...cases('idNumber', true, [
    ['11010519491231002X', null],
    ['11010519491231002x', null],
    ['110101200002290015', 'checksum'],
    ['110105491231002', null],
    ['110105490229002', 'date'],
    ['110105194912310021', 'checksum'],
    ['11010519490230002X', 'date'],
    ['11010520010229002X', 'date'],
    ['11010500000101002X', 'date'],
    ['1101051949123100', 'length'],
    ['', 'length'],
    ['11010519491231OO2X', 'characters'],
    ['1101051949123100XX', 'characters'],
    ['１１０１０５１９４９１２３１００２Ｘ', 'characters'],
  ]),
  ...cases('idNumber', { kind: 'passport' }, [
    ['E12345678', null],
    ['护照 12-3', null],
    ['   ', 'passport', { limit: 40 }],
    ['', 'passport'],
    ['x'.repeat(41), 'passport'],
  ]),
  ...cases('idNumber', { from: 'kind' }, [
    ['E12345678', null, undefined, { kind: 'passport' }],
    ['E12345678', 'length', undefined, { kind: 'mainland' }],
    ['E12345678', 'length'],
    ['11010519491231002X', null, undefined, { kind: 'mainland' }],
  ]),
  ...cases('idNumber', { from: 'constructor' }, [['E12345678', 'length']]),
  ...cases('sameAs', 'other', [
    ['x', null, undefined, { other: 'x' }],
    [3, null, undefined, { other: 3 }],
    ['x', 'different', { field: 'other' }, { other: 'X' }],
    ['3', 'different', undefined, { other: 3 }],
    ['x', 'different'],
  ]),
  ...cases('sameAs', 'toString', [['x', 'different']]),
  ...cases(
    'imageMinSize',
    [480, 270],
    [
      [photo(480, 270), null],
      [photo(4000, 3000), null],
      [photo(479, 270), 'tooSmall', { minWidth: 480, minHeight: 270, width: 479, height: 270, name: 'cover.jpg' }],
      [photo(480, 269), 'tooSmall'],
      [photo(null, null), 'unknownSize', { minWidth: 480 }],
      [photo('480', '270'), 'unknownSize'],
      [[photo(480, 270), photo(1, 1)], 'tooSmall', { width: 1 }],
      [[], null],
      ['a text is not looked at', null],
    ],
  ),
  ...cases('maxBytes', 2 * MEGABYTE, [
    [{ name: 'a.png', size: 2 * MEGABYTE }, null],
    [{ name: 'a.png', size: 0 }, null],
    [{ name: 'a.png', size: 2 * MEGABYTE + 1 }, 'tooLarge', { limit: '2 MB', size: '2.1 MB', name: 'a.png' }],
    [{ name: 'a.png' }, 'tooLarge', { size: '?' }],
    [
      [
        { name: 'a', size: 1 },
        { name: 'b', size: 30 * MEGABYTE },
      ],
      'tooLarge',
      { size: '30 MB', name: 'b' },
    ],
  ]),
  ...cases('maxBytes', 1536, [[{ size: 1600 }, 'tooLarge', { limit: '1.5 KB', size: '1.6 KB' }]]),
  ...cases(
    'fileTypes',
    ['pdf', '.DOCX', 'image/*', 'video/mp4'],
    [
      [{ name: 'a.pdf', type: 'application/pdf' }, null],
      [{ name: 'A.PDF', type: '' }, null],
      [{ name: 'a.docx' }, null],
      [{ name: 'a.bin', type: 'image/png' }, null],
      [{ name: 'clip', type: 'VIDEO/MP4' }, null],
      [{ name: 'a.exe', type: 'application/x-msdownload' }, 'type', { allowed: 'pdf, DOCX, image/*, mp4', name: 'a.exe' }],
      [{ name: 'pdf', type: 'text/plain' }, 'type'],
      [{ name: 'a.pdf.exe' }, 'type'],
      [{}, 'type', { name: '' }],
      [[{ name: 'a.pdf' }, { name: 'b.txt' }], 'type', { name: 'b.txt' }],
    ],
  ),
  ...cases('oneLink', true, [
    ['https://example.com', null],
    ['http://例子.中国/路径?x=1#y', null],
    ['HTTPS://EXAMPLE.COM/a', null],
    ['https://web.archive.org/https://example.com', null],
    ['https://a.cn https://b.cn', 'several'],
    ['https://a.cn；https://b.cn', 'several'],
    ['https://a.cn\nhttps://b.cn', 'several'],
    ['example.com', 'format'],
    ['ftp://example.com', 'format'],
    ['javascript:alert(1)', 'format'],
    ['https://', 'format'],
    ['https://localhost', 'format'],
    ['see https://a.cn', 'format'],
    [' https://a.cn', 'format'],
    ['', 'format'],
  ]),
  ...cases('inOrder', true, [
    [['2026-11-21', '2026-11-23'], null],
    [['2026-11-21', '2026-11-21'], null],
    [['2026-11-23', '2026-11-21'], 'before', { first: '2026-11-23', second: '2026-11-21' }],
    [['2026-11-23', null], null],
    [[null, '2026-11-21'], null],
    [[1, 2, 10], null],
    [[1, 10, 2], 'before', { first: 10, second: 2 }],
    [[], null],
  ]),
  ...cases('personName', true, [
    ['李', null],
    ['Abdul-Rahman O’Neill', null],
    ['𠮷'.repeat(100), null],
    ['a'.repeat(101), 'tooLong', { limit: 100 }],
    ['', 'empty'],
    ['   ', 'empty'],
    ['李\n雷', 'lines'],
    ...['\u200b', '\u3164', '\u2800', '\u00ad', '\u202e', '\u0007', '\u3000\ufeff'].map((value): Row => [value, 'empty']),
    ['李\u202e雷', 'invisible'],
    ['李\u0007雷', 'invisible'],
    ['\u0645\u06cc\u200c\u062e', null],
  ]),
  ...cases('signature', true, [
    ['学', null],
    ['字'.repeat(30), null],
    ['😀'.repeat(30), null],
    ['a'.repeat(31), 'tooLong', { limit: 30 }],
    ['', 'empty'],
    [' \n ', 'empty'],
    ['\u200b\u2800', 'empty'],
  ]),
  ...cases('weight', 3, [[5, null]]),
  ...cases('outside', true, [[5, null]]),
  ...cases('reviewRole', 'confidence', [[2, null]]),
]

/** The schema of the object that holds a case's value. */
export function schemaOf({ keyword, limit }: KeywordCase): Record<string, unknown> {
  return { type: 'object', properties: { value: { [keyword]: limit } } }
}

export function dataOf({ value, beside }: KeywordCase): Record<string, unknown> {
  return { ...beside, value }
}

/** What every engine must answer. */
export function expectedOf({ keyword, code, facts }: KeywordCase): unknown[] {
  return code === null ? [] : [{ path: '/value', rule: keyword, key: `keyword.${keyword}.${code}`, facts: { code, ...facts } }]
}

export function labelOf({ keyword, limit, value, beside, code }: KeywordCase): string {
  const text = JSON.stringify(value)
  const shown = text.length > 60 ? `${text.slice(0, 57)}...` : text
  return `${keyword} ${JSON.stringify(limit)} ${code === null ? 'accepts' : `refuses with ${code}`} ${shown}${beside ? ` beside ${JSON.stringify(beside)}` : ''}`
}
