/** How JSON is printed for people: one line where it fits, the keys of a document in the order of its kind. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printDocument } from '../../../runtime/core/documents/printDocument.ts'
import { PRINT_WIDTH, printJson } from '../../../runtime/core/documents/printJson.ts'
import { printedFiles } from '../../../scripts/format/printedFiles.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const RULES: [title: string, value: unknown, width: number, printed: string][] = [
  ['an object that fits stands on one line', { a: 1, b: [true, null] }, 30, '{ "a": 1, "b": [true, null] }'],
  ['a line may be full to its last column', { a: 1, b: [true, null] }, 29, '{ "a": 1, "b": [true, null] }'],
  ['one column less opens the outermost alone', { a: 1, b: [true, null] }, 28, '{\n  "a": 1,\n  "b": [true, null]\n}'],
  ['the comma after a value counts', { a: [10, 20], b: 1 }, 15, '{\n  "a": [\n    10, 20\n  ],\n  "b": 1\n}'],
  ['no comma comes after the last value', { b: 1, a: [10, 20] }, 15, '{\n  "b": 1,\n  "a": [10, 20]\n}'],
  ['what is empty never opens', { aaaaaaaaaa: {}, b: [] }, 4, '{\n  "aaaaaaaaaa": {},\n  "b": []\n}'],
  ['a string is never broken', ['a long string'], 5, '[\n  "a long string"\n]'],
  ['a Chinese character takes two columns', { a: '竞赛' }, 14, '{\n  "a": "竞赛"\n}'],
  ['a Chinese character that just fits', { a: '竞赛' }, 15, '{ "a": "竞赛" }'],
  ['an emoji takes two columns', ['🎉'], 5, '[\n  "🎉"\n]'],
  ['an emoji that just fits', ['🎉'], 6, '["🎉"]'],
  ['short values fill their lines', [1, 2, 3, 4, 5, 6, 7, 8, 9], 12, '[\n  1, 2, 3,\n  4, 5, 6,\n  7, 8, 9\n]'],
  ['longer values stand one below the other', ['x'.repeat(39), 'y'], 47, `[\n  "${'x'.repeat(39)}",\n  "y"\n]`],
  [
    'a table has one column a line',
    { columns: [{ field: 'name' }, { field: 'state', width: 90 }] },
    40,
    '{\n  "columns": [\n    { "field": "name" },\n    { "field": "state", "width": 90 }\n  ]\n}',
  ],
  ['keys stay in their order', { b: 1, a: 2 }, 40, '{ "b": 1, "a": 2 }'],
  ['what JSON cannot say is left out', { a: undefined, b: [undefined] }, 40, '{ "b": [null] }'],
  ['a date is the text it stands for', [new Date(0)], 40, '["1970-01-01T00:00:00.000Z"]'],
  ['characters that cannot be seen are escapes', ['a\u00a0b\u200bc\u3000'], 40, '["a\\u00a0b\\u200bc\\u3000"]'],
]

describe('printJson', () => {
  it.each(RULES)('[PRINT-15] %s', (_title, value, width, printed) => {
    expect(printJson(value, { width })).toBe(printed)
  })

  it('[PRINT-16] says the same as the value, with the same order of keys, and printing it again changes nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 200 }), (value, width) => {
        const text = printJson(value, { width })
        expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value))
        expect(printJson(JSON.parse(text), { width })).toBe(text)
      }),
    )
  })
})

describe('printDocument', () => {
  it('[PRINT-17] puts the keys of a document into the order of its kind, unknown ones last, and leaves every other order', () => {
    const content = {
      mystery: 1,
      schema: { required: ['b'], properties: { b: { type: 'string' }, a: { type: 'string' } } },
      title: { en: 'Form', zh: '表单' },
      description: 'Odd.',
    }
    const text = printDocument('form', content)
    expect(Object.keys(JSON.parse(text))).toEqual(['title', 'description', 'schema', 'mystery'])
    expect(JSON.stringify(JSON.parse(text).schema)).toBe(JSON.stringify(content.schema))
    expect(text.split('\n').slice(0, 3)).toEqual(['{', '  "title": { "en": "Form", "zh": "表单" },', '  "description": "Odd.",'])
  })

  it('[PRINT-18] is how every document of the project stands, with no line that is longer than its one string', () => {
    const files = printedFiles(PROJECT_DIRECTORY)
    expect(files.length).toBeGreaterThan(1000)
    for (const { file, text, printed } of files) {
      expect(printed, file).toBe(text)
      const tooLong = printed.split('\n').filter((line) => line.length > PRINT_WIDTH && !/^\s*("[^"]*": )?"/.test(line))
      expect(tooLong, file).toEqual([])
    }
  })
})
