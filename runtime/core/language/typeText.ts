/** Types as one line of text, as shapes write them: `string 1..200|null`, `id`, `'a'|'b'`, `integer 0.. # Places left.` Each text stands for exactly one
 *  JSON Schema.
 *
 *  text     = part { "|" part } [ " = " JSON ] [ " # " description ]      (the value after `=` is the default)
 *  part     = literal | word { constraint }
 *  literal  = 'text' | number | true | false | null
 *  word     = one of `TYPE_WORDS`
 *  constraint = from..to (length of a text, size of a number) | /pattern/ | secret | keyword | keyword(JSON)
 */
import type { JsonSchema } from '../documents.ts'
import { ID_PATTERN } from '../idPattern.ts'
import { sameJson } from './sameJson.ts'

/** Word -> the schema it begins with. */
export const TYPE_WORDS: Readonly<Record<string, JsonSchema>> = {
  id: { type: 'string', pattern: ID_PATTERN },
  string: { type: 'string' },
  text: { type: 'string', minLength: 1, pattern: '\\S' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  map: { type: 'object' },
  any: {},
}

/** What a text of a type does not say in the grammar, with the way out. */
export interface TypeMistake {
  expected: string
  found: string
  suggestion: string
}

class Stop extends Error {
  readonly mistake: TypeMistake
  constructor(mistake: TypeMistake) {
    super(mistake.expected)
    this.mistake = mistake
  }
}

/** @returns the schema, or the first mistake */
export function parseType(text: string): { schema: JsonSchema } | { mistake: TypeMistake } {
  try {
    return { schema: new Reader(text).schema() }
  } catch (error) {
    if (error instanceof Stop) return { mistake: error.mistake }
    throw error
  }
}

const WORDS = Object.keys(TYPE_WORDS).join(', ')
const SPACE = / */y
const WORD = /[A-Za-z][\w-]*/y
const NUMBER = /-?[0-9]+(?:\.[0-9]+)?/y
const LITERAL = /'(?:[^'\\]|\\.)*'/y
const PATTERN = /\/(?:[^/\\]|\\.)*\/(?= |\||$)/y

class Reader {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  schema(): JsonSchema {
    const schema: JsonSchema = {}
    const literals: unknown[] = []
    let isNullable = false
    do {
      this.take(SPACE)
      const literal = this.literal()
      if (literal === undefined) this.word(schema)
      else if (literal.value === null) isNullable = true
      else literals.push(literal.value)
      this.take(SPACE)
    } while (this.skip('|'))
    if (literals.length > 0) this.choose(schema, literals)
    if (isNullable) this.allowNull(schema)
    if (this.skip('=')) schema.default = this.json()
    this.take(SPACE)
    if (this.skip('# ')) {
      schema.description = this.text.slice(this.at)
      this.at = this.text.length
    }
    if (this.at < this.text.length) this.stop('"|", "= value", "# description" or the end')
    return schema
  }

  literal(): { value: unknown } | undefined {
    const quoted = this.take(LITERAL)
    if (quoted !== '') return { value: quoted.slice(1, -1).replaceAll(/\\(.)/g, '$1') }
    const number = this.take(NUMBER)
    if (number !== '') return { value: Number(number) }
    for (const [word, value] of [
      ['null', null],
      ['true', true],
      ['false', false],
    ] as const)
      if (this.isWord(word)) {
        this.at += word.length
        return { value }
      }
    return undefined
  }

  isWord(word: string): boolean {
    WORD.lastIndex = this.at
    return WORD.exec(this.text)?.[0] === word
  }

  word(schema: JsonSchema): void {
    if (Object.keys(schema).length > 0) this.stop('null or a literal after "|"')
    const word = this.take(WORD)
    const base = Object.hasOwn(TYPE_WORDS, word) ? TYPE_WORDS[word] : undefined
    if (base === undefined) this.stop(`a type: ${WORDS}, or 'a'|'b'`, this.at - word.length)
    Object.assign(schema, base)
    for (;;) {
      this.take(SPACE)
      const next = this.text[this.at]
      if (next === undefined || next === '|' || next === '#' || next === '=') return
      this.constraint(schema)
    }
  }

  constraint(schema: JsonSchema): void {
    const pattern = this.take(PATTERN)
    if (pattern !== '') {
      schema.pattern = pattern.slice(1, -1).replaceAll('\\/', '/')
      return
    }
    const from = this.take(NUMBER)
    if (this.skip('..')) {
      const to = this.take(NUMBER)
      const [least, max] = schema.type === 'string' ? ['minLength', 'maxLength'] : ['minimum', 'maximum']
      if (from !== '') schema[least] = Number(from)
      if (to !== '') schema[max] = Number(to)
      return
    }
    if (from !== '') this.stop('a range such as 1..200', this.at - from.length)
    const word = this.take(WORD)
    if (word === '') this.stop('a range, a /pattern/ or a keyword')
    const key = word === 'secret' ? 'writeOnly' : word
    schema[key] = this.skip('(') ? this.argument() : true
  }

  argument(): unknown {
    let depth = 1
    let end = this.at
    while (end < this.text.length && depth > 0) {
      if (this.text[end] === '(') depth += 1
      if (this.text[end] === ')') depth -= 1
      end += 1
    }
    if (depth > 0) this.stop('")"', end)
    const value = this.parse(this.text.slice(this.at, end - 1))
    this.at = end
    return value
  }

  json(): unknown {
    const end = this.text.indexOf(' # ', this.at)
    const source = this.text.slice(this.at, end < 0 ? undefined : end)
    const value = this.parse(source)
    this.at += source.length
    return value
  }

  parse(source: string): unknown {
    const trimmed = source.trim()
    if (/^'(?:[^'\\]|\\.)*'$/.test(trimmed)) return trimmed.slice(1, -1).replaceAll(/\\(.)/g, '$1')
    try {
      return JSON.parse(trimmed)
    } catch {
      return this.stop('a JSON value')
    }
  }

  choose(schema: JsonSchema, literals: unknown[]): void {
    if (Object.keys(schema).length > 0) this.stop('either a type or literals')
    const types = [...new Set(literals.map((value) => (Number.isInteger(value) ? 'integer' : typeof value)))]
    schema.type = types.length === 1 ? types[0] : types
    schema.enum = literals
  }

  allowNull(schema: JsonSchema): void {
    if (schema.type === undefined) schema.type = 'null'
    else schema.type = [...[schema.type].flat(), 'null']
    if (Array.isArray(schema.enum)) schema.enum = [...schema.enum, null]
  }

  take(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0] ?? ''
    this.at += found.length
    return found
  }

  skip(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false
    this.at += text.length
    return true
  }

  stop(expected: string, at = this.at): never {
    const found = at >= this.text.length ? 'the end of the text' : `"${this.text.slice(at, at + 20)}"`
    throw new Stop({ expected, found, suggestion: `a type reads like "string 1..200|null" or "'a'|'b'"; the words are ${WORDS}` })
  }
}

/** @returns the text that stands for this schema, or undefined when the grammar has none */
export function printType(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return undefined
  const text = writeType(schema as JsonSchema)
  if (text === undefined) return undefined
  const back = parseType(text)
  return 'schema' in back && sameJson(back.schema, schema) ? text : undefined
}

function writeType({ description, default: preset, ...schema }: JsonSchema): string | undefined {
  const body = 'enum' in schema ? writeLiterals(schema) : writeWord(schema)
  if (body === undefined) return undefined
  const first = preset === undefined ? '' : ` = ${typeof preset === 'string' ? quote(preset) : JSON.stringify(preset)}`
  return `${body}${first}${typeof description === 'string' ? ` # ${description}` : ''}`
}

function writeLiterals({ enum: values, type: _, ...rest }: JsonSchema): string | undefined {
  if (!Array.isArray(values) || Object.keys(rest).length > 0) return undefined
  return values.map((value) => (typeof value === 'string' ? quote(value) : JSON.stringify(value))).join('|')
}

function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`
}

/** The words with the most keys first: `id` before `string`. */
const BASES = Object.entries(TYPE_WORDS)
  .filter(([word]) => word !== 'any')
  .sort(([, a], [, b]) => Object.keys(b).length - Object.keys(a).length)

/** Keys that hold schemas, or names of properties: what has them is no one line. */
const PARTS = [
  'properties',
  'required',
  'additionalProperties',
  'items',
  'patternProperties',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'if',
  '$ref',
]

function writeWord(schema: JsonSchema): string | undefined {
  if (PARTS.some((key) => key in schema)) return undefined
  const types = [schema.type].flat()
  const isNullable = types.length > 1 && types.at(-1) === 'null'
  if (types.length > (isNullable ? 2 : 1)) return undefined
  if (schema.type === undefined) return Object.keys(schema).length === 0 ? 'any' : undefined
  if (schema.type === 'null') return Object.keys(schema).length === 1 ? 'null' : undefined
  const plain: JsonSchema = { ...schema, type: types[0] }
  const found = BASES.find(([word, base]) => fits(word, base, plain))
  if (found === undefined) return undefined
  const words = [found[0], ...constraints(plain, found[1])]
  return `${words.join(' ')}${isNullable ? '|null' : ''}`
}

function fits(word: string, base: JsonSchema, schema: JsonSchema): boolean {
  if (word === 'text') return schema.type === 'string' && schema.pattern === '\\S' && schema.minLength !== undefined
  return Object.entries(base).every(([key, value]) => schema[key] === value)
}

function constraints(schema: JsonSchema, base: JsonSchema): string[] {
  const rest = Object.fromEntries(Object.entries(schema).filter(([key, value]) => base[key] !== value))
  const [least, max] = schema.type === 'string' ? ['minLength', 'maxLength'] : ['minimum', 'maximum']
  const { [least]: from, [max]: to, pattern, ...keywords } = rest
  const words: string[] = []
  if (from !== undefined || to !== undefined) words.push(`${from ?? ''}..${to ?? ''}`)
  if (typeof pattern === 'string') words.push(`/${pattern.replaceAll('/', '\\/')}/`)
  for (const [key, value] of Object.entries(keywords)) {
    const name = key === 'writeOnly' ? 'secret' : key
    words.push(value === true ? name : `${name}(${JSON.stringify(value)})`)
  }
  return words
}
