import { describe, expect, it } from 'vitest'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { loadRegexEngine } from '../../../runtime/core/expressions/regexEngine.ts'
import { compileForm } from '../../../runtime/core/form/compileForm.ts'
import { isStrokes, MAX_STROKES, type Point, strokesText } from '../../../runtime/core/form/strokes.ts'
import { createValidator } from '../../../runtime/core/validation/index.ts'

const form = { schema: { type: 'object', properties: { sign: { type: 'string', 'x-widget': 'signature' } } } } as unknown as FormDocument

await loadRegexEngine()
const validate = createValidator({ keywords: [] }).compile(compileForm(form).validatorSchema)
const isTaken = (sign: unknown): boolean => validate({ sign }).length === 0

describe('a signature as text', () => {
  it('[STROKES-1] is written as moves and lines inside of its area, and read back as a drawing', () => {
    const text = strokesText([
      [
        [1.4, 2.6],
        [-5, 500],
      ],
      [[700, 20]],
    ])
    expect(text).toBe('M1 3L0 220M640 20L640 20')
    expect(isStrokes(text)).toBe(true)
    expect(isTaken(text)).toBe(true)
  })

  it('[STROKES-2] takes a typed name, and nothing else that is not a drawing', () => {
    expect(['李明', 'Maya', 'M. Hale'].map(isTaken)).toEqual([true, true, true])
    const wrong = ['M1 1', 'M1 1L2 2Z', 'M1 1L2 2"/><script/>', 'M1 1C2 2 3 3 4 4', 'M1.5 1L2 2', 'x'.repeat(101), 'a\nb']
    expect(wrong.filter((text) => isTaken(text) || isStrokes(text))).toEqual([])
  })

  it('[STROKES-3] a long drawing loses points and stays a drawing', () => {
    const line = Array.from({ length: 4000 }, (_, at): Point => [at % 640, at % 220])
    const text = strokesText([line])
    expect(text.length).toBeLessThanOrEqual(MAX_STROKES)
    expect(text.endsWith(`L${3999 % 640} ${3999 % 220}`)).toBe(true)
    expect(isTaken(text)).toBe(true)
    const dots = strokesText(Array.from({ length: 4000 }, (): Point[] => [[1, 1]]))
    expect(dots.length).toBeLessThanOrEqual(MAX_STROKES)
    expect(isStrokes(dots)).toBe(true)
  })
})
