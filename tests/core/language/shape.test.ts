import { describe, expect, it } from 'vitest'
import { printShape, readShape } from '../../../runtime/core/language/shape.ts'
import { parseType, printType } from '../../../runtime/core/language/typeText.ts'

const types: [text: string, schema: object][] = [
  ['id', { type: 'string', pattern: '^[0-9]{1,18}$' }],
  ['id|null', { type: ['string', 'null'], pattern: '^[0-9]{1,18}$' }],
  ['string ..200|null', { type: ['string', 'null'], maxLength: 200 }],
  ['string 6..20 secret', { type: 'string', minLength: 6, maxLength: 20, writeOnly: true }],
  ['string ..100 minTextUnits(0.5)', { type: 'string', maxLength: 100, minTextUnits: 0.5 }],
  ['string ..200 secret password', { type: 'string', maxLength: 200, writeOnly: true, password: true }],
  ['text ..60', { type: 'string', minLength: 1, maxLength: 60, pattern: '\\S' }],
  ['string /^[a-z]+\\/[a-z|]+$/', { type: 'string', pattern: '^[a-z]+/[a-z|]+$' }],
  ['integer 0..7', { type: 'integer', minimum: 0, maximum: 7 }],
  ['number -1.5..', { type: 'number', minimum: -1.5 }],
  ['date', { type: 'string', format: 'date' }],
  ['datetime|null', { type: ['string', 'null'], format: 'date-time' }],
  ["'a'|'it\\'s'", { type: 'string', enum: ['a', "it's"] }],
  ['1|2', { type: 'integer', enum: [1, 2] }],
  ["'a'|'b' = 'a' # Which one.", { type: 'string', enum: ['a', 'b'], default: 'a', description: 'Which one.' }],
  ['boolean = false', { type: 'boolean', default: false }],
  ['map', { type: 'object' }],
  ['any', {}],
  ['null', { type: 'null' }],
]

describe('[LANG-1] a type in one line of text', () => {
  it.each(types)('%s stands for one JSON Schema, and that schema for this text', (text, schema) => {
    expect(parseType(text)).toEqual({ schema })
    expect(printType(schema)).toBe(text)
  })

  it.each([
    ['strng', 'a type: id, string'],
    ['string 5', 'a range such as 1..200'],
    ['string ..200 | integer', 'null or a literal after "|"'],
    ['string minTextUnits(x)', 'a JSON value'],
    ["string|'a'", 'either a type or literals'],
    ['object', 'a type: id, string'],
    ['string ..5 ?', 'a range, a /pattern/ or a keyword'],
  ])('%s is refused, with what was expected', (text, expected) => {
    const result = parseType(text)
    expect('mistake' in result && result.mistake.expected).toContain(expected)
  })

  it('has no text for a schema that says more than the grammar', () => {
    for (const schema of [
      { type: 'object', properties: {} },
      { type: ['string', 'integer'] },
      { const: 1 },
      { anyOf: [{ type: 'null' }] },
      true,
    ])
      expect(printType(schema)).toBeUndefined()
  })
})

const closed = { closed: true }
const shapes: [name: string, shape: unknown, schema: object][] = [
  [
    'names, optional names and lists',
    { id: 'id', 'slogan?': 'string ..200|null', 'labels?[..10]': 'string ..40', 'ids[1..3 unique]': 'id' },
    {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'ids'],
      properties: {
        id: { type: 'string', pattern: '^[0-9]{1,18}$' },
        slogan: { type: ['string', 'null'], maxLength: 200 },
        labels: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 40 } },
        ids: { type: 'array', minItems: 1, maxItems: 3, uniqueItems: true, items: { type: 'string', pattern: '^[0-9]{1,18}$' } },
      },
    },
  ],
  [
    'shapes in shapes and other names',
    { '#': 'Words.', who: { 'name?': 'string' }, 'by[]': { '*': 'integer' } },
    {
      type: 'object',
      description: 'Words.',
      additionalProperties: false,
      required: ['who', 'by'],
      properties: {
        who: { type: 'object', additionalProperties: false, properties: { name: { type: 'string' } } },
        by: { type: 'array', items: { type: 'object', additionalProperties: { type: 'integer' } } },
      },
    },
  ],
  [
    'JSON Schema where the grammar ends',
    { 'when?': { $schema: { type: ['string', 'integer'] } } },
    { type: 'object', additionalProperties: false, properties: { when: { type: ['string', 'integer'] } } },
  ],
  ['nothing at all', {}, { type: 'object', additionalProperties: false, properties: {} }],
]

describe('[LANG-2] a shape', () => {
  it.each(shapes)('with %s stands for one JSON Schema, and that schema for this shape', (_, shape, schema) => {
    expect(readShape(shape, closed)).toMatchObject({ schema, mistakes: [] })
    expect(printShape(schema, closed)).toEqual(shape)
  })

  it('of an answer is open', () => {
    expect(readShape({ id: 'id' }, { closed: false }).schema).not.toHaveProperty('additionalProperties')
  })

  it('is JSON Schema when it says "type": "object" or "array"', () => {
    const schema = { type: 'array', items: { type: 'string' } }
    expect(readShape(schema, closed).schema).toBe(schema)
  })

  it('tells where each mistake stands', () => {
    const { mistakes } = readShape({ a: 'strng', 'b c': 'string', d: { e: 'nmber' } }, closed)
    expect(mistakes.map(({ path }) => path)).toEqual(['/a', '/b c', '/d/e'])
  })

  it('knows where the parts of its schema were written', () => {
    const { moves } = readShape({ 'labels?[..10]': 'string' }, closed)
    expect(moves).toContainEqual({ from: '/labels?[..10]', to: '/properties/labels/items' })
  })
})
