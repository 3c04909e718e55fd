import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { printDocument } from '../../../runtime/core/documents/printDocument.ts'
import type { Kind } from '../../../runtime/core/documents.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { fixtureNames } from '../../fixtures/platform/loadFixture.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const { raws, texts } = loadFiles(join(PROJECT_DIRECTORY, 'tests/fixtures/platform'))
const title = { zh: '笔记', en: 'Notes' }
const page = { title, routes: ['/extra'], access: 'public', body: [] as unknown }
const call = { title, path: 'GET api/library/extra', access: 'public', list: 'library.book' }
const stat = (value: string) => ({ node: 'stat', label: title, value })
const text = (zh: string) => ({ ...page, title: { zh, en: 'x' } })
const nested = (depth: number, inner: unknown, wrap: (value: unknown) => unknown): unknown => {
  let value = inner
  for (let level = 0; level < depth; level++) value = wrap(value)
  return value
}
const chain = (length: number, part: (name: string, next: string) => unknown, last: unknown) =>
  Object.fromEntries([...Array(length).keys()].map((at) => [`p${at}`, at === length - 1 ? last : part(`p${at}`, `p${at + 1}`)]))
const LONG = 1_000_000

const hostile: [name: string, kind: Kind, content: object | string, code: string, path: string][] = [
  ['lists 100,000 deep', 'page', `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'JSON_SYNTAX', ''],
  [
    'nodes 60 deep',
    'page',
    { ...page, body: nested(60, stat('=nobody'), (children) => ({ node: 'grid', children })) },
    'CEL_UNKNOWN',
    `/body${'/children'.repeat(60)}/value`,
  ],
  [
    'choices 60 deep',
    'page',
    { ...page, body: nested(60, stat('=nobody'), (zh) => ({ node: 'choose', of: '=lang', cases: { zh } })) },
    'CEL_UNKNOWN',
    `/body${'/cases/zh'.repeat(60)}/value`,
  ],
  [
    'values 180 deep',
    'page',
    { ...page, state: { a: nested(180, '=nobody', (a) => ({ a })) } },
    'CEL_UNKNOWN',
    `/state/a${'/a'.repeat(180)}`,
  ],
  ['a shape 180 deep', 'call', { ...call, input: nested(180, 'strng', (a) => ({ a })) }, 'VALUE', `/input${'/a'.repeat(180)}`],
  ['10 MB of text beside a mistake', 'page', { ...text('x'.repeat(10 * LONG)), body: stat('=nobody') }, 'CEL_UNKNOWN', '/body/value'],
  ['10 MB of an expression', 'page', { ...page, body: stat(`=${'a+'.repeat(5 * LONG)}`) }, 'CEL_SYNTAX', '/body/value'],
  ['10,000 braces', 'page', text('{{'.repeat(5_000)), 'VALUE', '/title'],
  ['10,000 values in a text', 'page', text([...Array(10_000).keys()].map((at) => `{{a${at}.b}}`).join('')), 'VALUE', '/title'],
  ['a value of spaces', 'page', text(`{{a${' '.repeat(LONG)}b}}`), 'CEL_SYNTAX', '/title'],
  ['a value of one long word', 'page', text(`{{${'a'.repeat(LONG)} b}}`), 'CEL_SYNTAX', '/title'],
  ['a value of commas and words', 'page', text(`{{${', a('.repeat(LONG / 4)}}}`), 'CEL_SYNTAX', '/title'],
  ['an equals sign alone', 'page', { ...page, state: { a: '=' } }, 'VALUE', '/state/a'],
  ['an equals sign alone in an address', 'page', { ...page, body: { node: 'card', to: '=' } }, 'VALUE', '/body/to'],
  ['line separators in an expression', 'page', { ...page, body: stat('=\u2028lang\u2029+') }, 'CEL_SYNTAX', '/body/value'],
  ['a line separator in a type', 'call', { ...call, input: { a: 'string\u2028 ..5' } }, 'VALUE', '/input/a'],
  ['a line separator in the name of a part', 'page', { ...page, body: ['a\u2028b'] }, 'REFERENCE_UNKNOWN', '/body/0'],
  ['...input with a text', 'page', { ...page, state: { '...session': 'userId' } }, 'VALUE', '/state/...session'],
  ['...input with numbers', 'page', { ...page, state: { '...session': [1, 2] } }, 'VALUE', '/state/...session'],
  ['...input with names of objects themselves', 'page', { ...page, state: { '...session': ['__proto__'] } }, 'VALUE', '/state/...session'],
  ['... without a name', 'page', { ...page, state: { '...': ['a'] } }, 'VALUE', '/state/...'],
  ['a name that two spreads give', 'page', { ...page, state: { '...session': ['userId'], userId: 1 } }, 'VALUE', '/state/...session/0'],
  ['__proto__ as a key', 'page', JSON.stringify(page).replace('"body"', '"__proto__":{"meta":{}},"body"'), 'KEY_UNKNOWN', '/__proto__'],
  ['constructor as a key', 'page', { ...page, constructor: {} }, 'KEY_UNKNOWN', '/constructor'],
  ['constructor as a part', 'page', { ...page, body: 'constructor' }, 'REFERENCE_UNKNOWN', '/body'],
  ['constructor as a parameter', 'call', { ...call, input: { constructor: 'strng' } }, 'VALUE', '/input/constructor'],
  ['constructor as a filter', 'call', { ...call, filter: ['constructor'] }, 'FIELD_UNKNOWN', '/filter/0'],
  ['a filter of numbers', 'call', { ...call, filter: [5] }, 'VALUE', '/filter/0'],
  ['an output of null', 'call', { ...call, output: [null] }, 'TYPE', '/output/0'],
  ['a type that ends in a parenthesis', 'call', { ...call, input: { a: 'string minLength(55' } }, 'VALUE', '/input/a'],
  ['a type of 1,000,000 parentheses', 'call', { ...call, input: { a: `string minLength${'('.repeat(LONG)}` } }, 'VALUE', '/input/a'],
  [
    'parts in a circle that double what they are given',
    'page',
    {
      ...page,
      body: 'a',
      parts: { a: { node: 'part', part: 'b', with: { x: '=x + x' } }, b: { node: 'part', part: 'a', with: { x: '=x + x' } } },
    },
    'CYCLE',
    '/parts/a',
  ],
  [
    'a fragment in itself that doubles what it is given',
    'fragment',
    { title, parameters: ['x'], body: { node: 'fragment', fragment: 'library.extra', with: { x: '=x + x' } } },
    'CYCLE',
    '/body/fragment',
  ],
  [
    'parts that name ten parts each, forty times over',
    'page',
    { ...page, body: 'p0', parts: chain(40, (_, next) => Array(10).fill(next), stat('=1')) },
    'VALUE',
    '/body',
  ],
  [
    'parts that double what they are given, forty times over',
    'page',
    {
      ...page,
      body: { node: 'part', part: 'p0', with: { x: '=lang' } },
      parts: chain(40, (_, part) => ({ node: 'part', part, with: { x: '=x + x' } }), stat('=x')),
    },
    'VALUE',
    '/parts/p8/with',
  ],
  ['a chain of 4,000 parts', 'page', { ...page, body: 'p0', parts: chain(4_000, (_, next) => next, stat('=1')) }, 'VALUE', '/parts'],
  [
    'a value of 1,000,000 characters for a part',
    'page',
    { ...page, body: { node: 'part', part: 'p', with: { x: 'a'.repeat(LONG) } }, parts: { p: stat('=x') } },
    'VALUE',
    '/body/with',
  ],
  [
    'a value that ends the expression it stands in',
    'page',
    { ...page, body: { node: 'part', part: 'p', with: { x: '=lang) + (lang' } }, parts: { p: stat('=x') } },
    'CEL_SYNTAX',
    '/body/with/x',
  ],
  [
    'a case called __proto__',
    'page',
    JSON.stringify({ ...page, body: { node: 'choose', of: '=lang', cases: { zh: [] } } }).replace('"zh":[]', '"__proto__":[]'),
    'KEY_UNKNOWN',
    '/body/cases/__proto__',
  ],
  ['20,000 nodes', 'page', { ...page, body: Array(20_000).fill({ node: 'grid', children: [] }) }, 'VALUE', '/body'],
]

describe('[LANG-84] hostile documents are refused with the place of the mistake', () => {
  it.each(hostile)('%s', (_, kind, content, code, path) => {
    const written = typeof content === 'string' ? content : JSON.stringify(content)
    const { failures = [] } = buildPlatform([...raws, { file: `schemas/library/extra.${kind}.json`, text: written }], texts, fixtureNames)
    expect(failures.map((one) => [one.code, one.path])).toContainEqual([code, path])
    for (const { expected, found, suggestion } of failures)
      expect(Math.max(expected.length, found.length, suggestion.length)).toBeLessThan(2_100)
    // the printer takes whatever is JSON, and keeps what it cannot shorten
    if (typeof content === 'object') expect(JSON.parse(printDocument(kind, content))).toBeTypeOf('object')
  })
})
