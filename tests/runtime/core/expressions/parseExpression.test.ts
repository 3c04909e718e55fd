import { describe, expect, it } from 'vitest'
import { walk } from '../../../../runtime/core/expressions/ast.ts'
import type { ExpressionError } from '../../../../runtime/core/expressions/ExpressionError.ts'
import { LIMITS } from '../../../../runtime/core/expressions/limits.ts'
import { parseExpression } from '../../../../runtime/core/expressions/parseExpression.ts'
import fc from '../../../harness/fastCheck.ts'

const refusal = (source: string): [string, number, string] => {
  try {
    parseExpression(source)
  } catch (error) {
    const { code, offset, message } = error as ExpressionError
    return [code, offset, message]
  }
  throw new Error(`${source} was parsed`)
}

describe('the parser of expressions', () => {
  it.each([
    ['a.', 2, 'the expression ends too early: expected a name'],
    ['a b', 2, 'unexpected "b"'],
    ['(a', 2, 'the expression ends too early: expected ")"'],
    ['a ? b', 5, 'the expression ends too early: expected ":"'],
    ['a + 中', 4, 'unexpected character "中"'],
    ['"ab', 0, 'a text has no closing "'],
    ['"a\nb"', 2, 'a text over several lines stands in three quotes'],
    ['"ab\\q"', 3, '"\\q" begins no escape that is known here'],
    ['b"\\u0041"', 2, '"\\u" begins no escape that is known here'],
    ['a.?b', 2, 'optional access is not needed: a missing key reads as null'],
    ['package', 0, '"package" is a reserved word and cannot be a name'],
    ['a.map(1, 2)', 6, 'the first argument is the name of a variable'],
    ['1e999', 0, 'the number 1e999 is too large'],
  ])('refuses %j at %i: %s', (source, offset, message) => {
    expect(refusal(source)).toEqual(['EXPRESSION_SYNTAX', offset, message])
  })

  it('names the place of every part, so that an error can point at it', () => {
    const source = 'a.b(c, [1, -2]) ? {"k": x.y["z"]} : list.filter(i, !i.done) == r"\\d"'
    const texts: string[] = []
    walk(parseExpression(source), ({ start, end }) => void texts.push(source.slice(start, end)))
    expect(texts).toEqual([
      source,
      'a.b(c, [1, -2])',
      'a',
      'c',
      '[1, -2]',
      '1',
      '-2',
      '{"k": x.y["z"]}',
      '"k"',
      'x.y["z"]',
      'x.y',
      'x',
      '"z"',
      'list.filter(i, !i.done) == r"\\d"',
      'list.filter(i, !i.done)',
      'list',
      '!i.done',
      'i.done',
      'i',
      'r"\\d"',
    ])
  })

  it('takes as many arguments as LIMITS.arguments, and no more', () => {
    const call = (count: number) => `f(${Array(count).fill('1').join()})`
    expect(parseExpression(call(LIMITS.arguments))).toMatchObject({ kind: 'call' })
    expect(refusal(call(LIMITS.arguments + 1))[0]).toBe('EXPRESSION_LIMIT')
  })

  it('answers any text with a tree or an error of its own', () => {
    const marks = fc.constantFrom(...'abc.?:[](){}"\'`\\,+-*/%!=<>&|0x1eub\n '.split(''), 'in', 'true', '"""')
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 40 }), (parts) => {
        const source = parts.join('')
        let found: string
        try {
          found = parseExpression(source).kind
        } catch (error) {
          found = (error as ExpressionError).code
        }
        expect(found).toMatch(/^[a-z]+$|^EXPRESSION_(SYNTAX|LIMIT)$/i)
      }),
      { numRuns: 2_000 },
    )
  })
})
