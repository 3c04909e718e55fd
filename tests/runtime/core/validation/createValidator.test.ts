import { beforeAll, describe, expect, it } from 'vitest'
import { loadRegexEngine } from '../../../../runtime/core/expressions/regexEngine.ts'
import { MAX_ERRORS } from '../../../../runtime/core/validation/FieldError.ts'
import { createValidator, type FieldError, installValidatorRuntime } from '../../../../runtime/core/validation/index.ts'
import { keywordDocuments } from '../../../conformance/keywords/keywordDocuments.ts'

const validator = createValidator({ keywords: keywordDocuments })
type Brief = [path: string, rule: string]
const brief = (errors: readonly FieldError[]): Brief[] => errors.map(({ path, rule }) => [path, rule])

/** Both engines must agree; answers what they said. */
async function mistakes(schema: Record<string, unknown>, data: unknown): Promise<FieldError[]> {
  const compiled = validator.compile(schema)(data)
  const module = (await import(`data:text/javascript,${encodeURIComponent(validator.standaloneModule(schema).source)}`)) as {
    default: (data: unknown) => FieldError[]
  }
  expect(module.default(data)).toEqual(compiled)
  return compiled
}

beforeAll(async () => {
  installValidatorRuntime()
  await loadRegexEngine()
})

describe('one error for one mistake', () => {
  it.each<[string, Record<string, unknown>, unknown, Brief[]]>([
    ['a missing property, at its own path', { required: ['a/b~c'] }, {}, [['/a~1b~0c', 'required']]],
    [
      'an extra property, at its own path',
      { properties: { a: {} }, additionalProperties: false },
      { b: 1 },
      [['/b', 'additionalProperties']],
    ],
    ['a property another one asks for', { dependencies: { a: ['b'] } }, { a: 1 }, [['/b', 'dependencies']]],
    ['a name that is none', { propertyNames: { maxLength: 2 } }, { abc: 1 }, [['/abc', 'propertyNames']]],
    ['a wrong type hides the other rules', { type: 'string', enum: ['a'], minLength: 3, phone: true }, 5, [['', 'type']]],
    ['a wrong choice hides the other rules', { enum: ['abc'], minLength: 3 }, 'x', [['', 'enum']]],
    [
      'independent rules are each told',
      { type: 'string', minLength: 3, pattern: '^a' },
      'x',
      [
        ['', 'minLength'],
        ['', 'pattern'],
      ],
    ],
    ['where one alternative was meant, its mistake', { anyOf: [{ type: 'null' }, { type: 'string', email: true }] }, 'x', [['', 'email']]],
    ['where none was meant, the choice', { anyOf: [{ type: 'null' }, { type: 'string' }] }, 5, [['', 'anyOf']]],
    ['where several were meant, the choice', { anyOf: [{ minLength: 5 }, { pattern: '^a' }] }, 'x', [['', 'anyOf']]],
    [
      'by a constant inside, the alternative that fits it',
      {
        oneOf: [
          { properties: { k: { const: 1 } }, required: ['k', 'a'] },
          { properties: { k: { const: 2 } }, required: ['k', 'b'] },
        ],
      },
      { k: 1 },
      [['', 'oneOf']],
    ],
    [
      'behind a reference too',
      { definitions: { t: { type: 'string' } }, anyOf: [{ $ref: '#/definitions/t' }, { type: 'null' }] },
      5,
      [['', 'anyOf']],
    ],
    [
      'errors before a choice stay',
      { properties: { a: { type: 'string' } }, anyOf: [{ required: ['b'] }, { required: ['c'] }] },
      { a: 1 },
      [
        ['/a', 'type'],
        ['', 'anyOf'],
      ],
    ],
    // biome-ignore lint/suspicious/noThenProperty: the keyword is called so
    ['what "then" asks for, without "if"', { if: { required: ['a'] }, then: { required: ['b'] } }, { a: 1 }, [['/b', 'required']]],
    ['what may not be', { not: { type: 'string' } }, 'x', [['', 'not']]],
    ['a field that may not be filled', { properties: { a: false } }, { a: 1 }, [['/a', 'false']]],
    ['inside lists', { items: { properties: { a: { phone: true } } } }, [{}, { a: '1' }], [['/1/a', 'phone']]],
  ])('%s', async (_, schema, data, expected) => {
    const found = brief(await mistakes(schema, data)).sort()
    expect(found).toEqual([...expected].sort())
  })
})

describe('a hundred thousand wrong members', () => {
  const list = <T>(item: (at: number) => T): T[] => Array.from({ length: 100_000 }, (_, at) => item(at))
  const node = { type: 'object', properties: { a: { $ref: '#/definitions/node' } }, required: ['b'] }
  it.each<[string, Record<string, unknown>, unknown]>([
    ['unknown names', { properties: {}, additionalProperties: false }, Object.fromEntries(list((at) => [`k${at}`, 0]))],
    ['names of a wrong form', { propertyNames: { maxLength: 1 } }, Object.fromEntries(list((at) => [`k${at}`, 0]))],
    ['values of a wrong type', { items: { type: 'string' } }, list(Number)],
    ['texts that a keyword refuses', { items: { phone: true } }, list(String)],
    ['none of several choices', { items: { anyOf: [{ type: 'null' }, { enum: ['a', 'b'] }] } }, list(Number)],
    ['objects behind a reference', { definitions: { node }, items: { $ref: '#/definitions/node' } }, list(() => ({}))],
    ['one alternative with all of them', { anyOf: [{ type: 'null' }, { items: { type: 'string' } }] }, list(Number)],
  ])('[MEMBERS-3] %s: a hundred mistakes are told', async (_what, schema, data) => {
    expect(await mistakes(schema, data)).toHaveLength(MAX_ERRORS)
  })
  it('[MEMBERS-4] equal ones are found without comparing each with each', async () => {
    const twice = list((at) => ({ a: [Math.min(at, 99_998)], b: '1' }))
    expect((await mistakes({ uniqueItems: true }, twice)).map(({ message }) => message.values)).toEqual([
      { first: 99_999, second: 100_000 },
    ])
    expect(await mistakes({ uniqueItems: true }, [1, '1', [1], ['1'], { a: 1 }, { a: '1' }, '{"a":1,', null, 'null'])).toEqual([])
    expect(await mistakes({ uniqueItems: true }, [{ a: 1, b: 2 }, 1, { b: 2, a: 1.0 }])).toHaveLength(1)
  })
  it('[MEMBERS-5] an alternative is found behind those that keep no more mistakes', async () => {
    const definitions = { text: { type: 'object', properties: { a: { $ref: '#/definitions/text' } }, required: ['b'] } }
    const wrong = [{ items: { type: 'string' } }, { items: { $ref: '#/definitions/text' } }]
    const rows = list(() => ({ c: 1 })).slice(0, 5_000)
    expect(await mistakes({ definitions, anyOf: [...wrong, { items: { required: ['c'] } }] }, rows)).toEqual([])
    expect(brief(await mistakes({ definitions, anyOf: wrong }, rows)).length).toBeGreaterThan(0)
    expect(brief(await mistakes({ definitions, anyOf: [...wrong, wrong[1]] }, rows)).length).toBeGreaterThan(0)
    expect(await mistakes({ definitions, oneOf: [wrong[1], { items: { required: ['c'] } }] }, rows)).toEqual([])
  })
  it('[MEMBERS-6] no code of Ajv keeps mistakes in another way', () => {
    const every = {
      definitions: { node },
      type: 'object',
      properties: {
        list: {
          type: 'array',
          items: { $ref: '#/definitions/node' },
          contains: { minLength: 3 },
          uniqueItems: true,
          minItems: 1,
          phone: true,
        },
        one: { anyOf: [{ type: 'string', pattern: 'a', format: 'date' }, { oneOf: [{ const: 1 }, { not: { enum: ['a', 1] } }] }] },
        // biome-ignore lint/suspicious/noThenProperty: the keyword is called so
        if: { if: { minimum: 3 }, then: { multipleOf: 2 }, else: { $ref: '#/definitions/node' } },
      },
      patternProperties: { '^x': { type: 'null' } },
      propertyNames: { maxLength: 3 },
      dependencies: { a: ['b'], c: { required: ['d'] } },
      required: ['one'],
      additionalProperties: false,
    }
    const { source } = validator.standaloneModule(every)
    expect(source.match(/vErrors\.(push|concat)\(|errors = vErrors\.length/g)).toBeNull()
    expect(source.match(/\bvErrors\.length = (_errs\d+)/g)).toEqual(
      source.match(/(?<=vErrors\.length > _errs\d+\))vErrors\.length = (_errs\d+)/g),
    )
  })
})

describe('a schema of ours', () => {
  it('may carry texts, annotations and fields of any name', async () => {
    const schema = {
      title: { zh: '标题', en: 'Title' },
      type: 'object',
      properties: {
        title: { type: 'string', title: '@a.b', 'x-widget': 'text', 'x-visibleWhen': { cel: 'true' } },
        'x-ray': { type: 'number' },
        default: { type: 'boolean', default: true },
      },
    }
    expect(brief(await mistakes(schema, { title: 1, 'x-ray': 'x', default: 0 })).sort()).toEqual([
      ['/default', 'type'],
      ['/title', 'type'],
      ['/x-ray', 'type'],
    ])
  })

  it('compiles to the same module whatever its words are', () => {
    const of = (title: string) => validator.standaloneModule({ title, properties: { a: { title, maxLength: 3, 'x-widget': title } } }).hash
    expect(of('one')).toBe(of('two'))
  })

  it('with an unknown keyword or format is refused', () => {
    expect(() => validator.compile({ minLenght: 3 })).toThrow(/unknown keyword: "minLenght"/)
    expect(() => validator.compile({ type: 'string', format: 'dat' })).toThrow(/unknown format "dat"/)
  })

  it('with a pattern that is not RE2 is refused', () => {
    expect(() => validator.compile({ pattern: '(?=a)' })).toThrow(/not a regular expression \(RE2\)/)
  })

  it('tells whether its module needs the regular-expression engine', () => {
    expect(validator.standaloneModule({ pattern: 'a' }).usesRegex).toBe(true)
    expect(validator.standaloneModule({ phone: true }).usesRegex).toBe(false)
  })
})

describe('messages', () => {
  it('name the text and the facts for its places', () => {
    const validate = validator.compile({
      properties: { a: { minLength: 8 }, b: { password: true }, c: { type: ['string', 'null'] }, e: { type: ['integer', 'boolean'] } },
      required: ['d'],
    })
    const messages = Object.fromEntries(validate({ a: 'x', b: 'abc', c: 1, e: 'x' }).map(({ path, message }) => [path, message]))
    expect(messages['/a']).toEqual({ key: 'validation.minLength', values: { limit: 8 } })
    expect(messages['/b']).toEqual({ key: 'keyword.password.tooShort', values: { code: 'tooShort', limit: 8 } })
    expect(messages['/c']).toEqual({ key: 'validation.types.string', values: { expected: 'string / null' } })
    expect(messages['/e']).toEqual({ key: 'validation.type', values: { expected: 'integer / boolean' } })
    expect(messages['/d']).toEqual({ key: 'validation.required', values: { property: 'd' } })
  })
})

describe('reading queries and forms', () => {
  it('turns texts into what the schema asks for', () => {
    const reading = createValidator({ keywords: [], coerce: true, defaults: true })
    const validate = reading.compile({
      type: 'object',
      properties: {
        page: { type: 'integer', default: 1 },
        open: { type: 'boolean' },
        ids: { type: 'array', items: { type: 'string' } },
        name: { type: 'string' },
      },
    })
    const input = { open: 'true', ids: 'a', name: '5' }
    expect(validate(input)).toEqual([])
    expect(input).toEqual({ page: 1, open: true, ids: ['a'], name: '5' })
    expect(brief(validate({ page: 'x' }))).toEqual([['/page', 'type']])
  })

  it('leaves data alone otherwise', () => {
    const input = { page: '1' }
    expect(brief(validator.compile({ properties: { page: { type: 'integer', default: 1 } } })(input))).toEqual([['/page', 'type']])
    expect(input).toEqual({ page: '1' })
  })
})
