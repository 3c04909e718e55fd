import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../runtime/core/documents/parseJson.ts'
import fc from '../../harness/fastCheck.ts'

describe('the JSON reader', () => {
  it('reads what JSON.parse reads, to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(parseJson(text)).toEqual({ value: JSON.parse(text) })
      }),
    )
  })

  it('agrees with JSON.parse on what is no JSON', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '1', '-', '0', '.', 'e', 'true', 'null', ' ', '\\', '"'), {
          maxLength: 8,
        }),
        (parts) => {
          const text = parts.join('')
          const isJson = (() => {
            try {
              JSON.parse(text)
              return true
            } catch {
              return false
            }
          })()
          const result = parseJson(text)
          // the one difference: a key that stands twice
          if (!('mistake' in result) || result.mistake.code === 'JSON_SYNTAX') expect('value' in result).toBe(isJson)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['{\n  "a": 1,\n}', 3, 1, 'a key in double quotes'],
    ['{"a" 1}', 1, 6, '":"'],
    ['[1 2]', 1, 4, '"," or "]"'],
    ['{"a": 1', 1, 8, '"," or "}"'],
    ['"a\nb"', 1, 3, 'a closing double quote'],
    ['"\\x"', 1, 2, 'one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u'],
    ['[1] 2', 1, 5, 'the end of the file'],
    ["{'a': 1}", 1, 2, 'a key in double quotes'],
    ['[01]', 1, 3, '"," or "]"'],
    ['', 1, 1, 'a value'],
  ])('says where %j goes wrong and what it expected', (text, line, column, expected) => {
    expect(parseJson(text)).toMatchObject({ mistake: { code: 'JSON_SYNTAX', line, column, expected } })
  })

  it('refuses a key that stands twice and says which', () => {
    expect(parseJson('{"a": [{"b/c": 1, "b/c": 2}]}')).toMatchObject({
      mistake: { code: 'JSON_DUPLICATE_KEY', path: '/a/0/b~1c', column: 19 },
    })
  })

  it('keeps __proto__ as an ordinary key', () => {
    const result = parseJson('{"__proto__": {"x": 1}}')
    expect('value' in result && Object.keys(result.value as object)).toEqual(['__proto__'])
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  it('refuses nesting that would exhaust the stack', () => {
    expect(parseJson('['.repeat(100_000))).toMatchObject({ mistake: { expected: 'at most 200 levels of nesting' } })
  })
})
