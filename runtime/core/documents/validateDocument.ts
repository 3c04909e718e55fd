/** Checks a document against the meta-schema of its kind. It walks both together, so that the branch of a union is chosen once (by discriminator, JSON
 *  type or keys) and one typo gives one failure. It also collects marks: the places that the linker must check, with their meaning. */
import type { JsonSchema, Kind } from '../documents.ts'
import { nestedKindAt } from '../language/nestedForm.ts'
import { type FailureCode, type Finding, pointer, show } from './failure.ts'
import { type Located, type MetaSchema, metaSchemas, resolveMeta } from './metaSchemas.ts'
import { nearest, suggest } from './suggest.ts'

/** A place with a meaning: `mark` is the `x-mark`, or `ref` / `name` with the kind or set of names in `of`. */
export interface Mark {
  mark: string
  of: string
  path: string
  value: unknown
}

/** Keyword -> schema of its value, from the keyword documents. */
export type KeywordValues = ReadonlyMap<string, JsonSchema>

/** What one document's walk found. */
export interface Validation {
  findings: Finding[]
  marks: Mark[]
}

type Json = Record<string, unknown>

/** @param content JSON of a document of that kind, or anything else: everything that does not fit is found */
export function validateDocument(kind: Kind, content: unknown, keywords: KeywordValues): Validation {
  const file = `${kind}.schema.json`
  const walk = new Walk(keywords)
  walk.visit({ schema: metaSchemas[file] as MetaSchema, file }, content, '')
  return { findings: walk.findings, marks: walk.marks }
}

/** Number of mistakes of a value by one schema, without those of keywords. */
export function findingsOf(at: Located, value: unknown): number {
  const walk = new Walk(new Map())
  walk.visit(at, value, '')
  return walk.findings.length
}

class Walk {
  readonly keywords: KeywordValues
  readonly findings: Finding[] = []
  readonly marks: Mark[] = []

  constructor(keywords: KeywordValues) {
    this.keywords = keywords
  }

  visit(reference: Located, value: unknown, path: string): void {
    const at = resolveMeta(reference)
    const { schema } = at
    this.mark(schema, value, path)
    if (schema.anyOf !== undefined) this.union(at, schema.anyOf, value, path)
    if (schema.type !== undefined && !typesOf(schema.type).some((type) => isOfType(value, type))) {
      this.wrongType(schema, value, path)
      return
    }
    for (const part of schema.allOf ?? []) this.part({ schema: part, file: at.file }, value, path)
    if (schema.const !== undefined || schema.enum !== undefined) this.oneOfValues(schema, value, path)
    if (typeof value === 'string') this.string(schema, value, path)
    else if (typeof value === 'number') this.number(schema, value, path)
    else if (Array.isArray(value)) this.array(at, value, path)
    else if (isObject(value)) this.object(at, value, path)
  }

  mark(schema: MetaSchema, value: unknown, path: string): void {
    if (schema['x-mark'] !== undefined) this.marks.push({ mark: schema['x-mark'], of: '', path, value })
    if (schema['x-ref'] !== undefined) this.marks.push({ mark: 'ref', of: schema['x-ref'], path, value })
    if (schema['x-name'] !== undefined) this.marks.push({ mark: 'name', of: schema['x-name'], path, value })
  }

  part(at: Located, value: unknown, path: string): void {
    const { if: condition, then: consequence } = at.schema
    if (condition === undefined) this.visit(at, value, path)
    else if (consequence !== undefined && this.attempt({ schema: condition, file: at.file }, value).findings.length === 0) {
      this.visit({ schema: consequence, file: at.file }, value, path)
    }
  }

  /** A second walk, to see whether a schema would fit. */
  attempt(at: Located, value: unknown, path = ''): Walk {
    const walk = new Walk(this.keywords)
    walk.visit(at, value, path)
    return walk
  }

  union(at: Located, branches: MetaSchema[], value: unknown, path: string): void {
    const all = branches.map((schema) => resolveMeta({ schema, file: at.file }))
    const discriminator = at.schema['x-discriminator']
    const fitting = all.filter((branch) => acceptsTypeOf(branch, value))
    if (fitting.length === 0) this.wrongType(at.schema, value, path, all)
    else if (discriminator === undefined || !isObject(value)) this.undecided(fitting, value, path)
    else if (discriminator === 'key') this.byKey(all, value, path)
    else this.byProperty(all, discriminator, value, path)
  }

  byProperty(branches: Located[], name: string, value: Json, path: string): void {
    const names = branches.flatMap((branch) => allowedValues(branch.schema.properties?.[name]))
    const chosen = branches.find((branch) => allowedValues(branch.schema.properties?.[name]).includes(value[name]))
    if (chosen !== undefined) this.visit(chosen, value, path)
    else if (value[name] === undefined) this.missingChoice(name, names.map(String), value, path)
    else this.add('VALUE', pointer(path, name), `one of ${list(names)}`, show(value[name]), suggest(String(value[name]), names.map(String)))
  }

  missingChoice(name: string, names: string[], value: Json, path: string): void {
    const near = Object.keys(value).find((key) => nearest(key, [name]) !== null)
    if (near === undefined) this.add('KEY_MISSING', pointer(path, name), `"${name}": ${list(names)}`, 'nothing', `add "${name}"`)
    else this.add('KEY_UNKNOWN', pointer(path, near), `"${name}"`, `"${near}"`, `did you mean "${name}"?`)
  }

  byKey(branches: Located[], value: Json, path: string): void {
    const keyOf = (branch: Located): string => branch.schema.required?.[0] ?? ''
    const chosen = branches.find((branch) => keyOf(branch) in value)
    if (chosen !== undefined) {
      this.visit(chosen, value, path)
      return
    }
    const keys = branches.map(keyOf)
    const near = Object.keys(value).find((key) => nearest(key, keys) !== null)
    if (near === undefined) {
      const found = Object.keys(value).length === 0 ? 'an empty object' : `keys ${list(Object.keys(value))}`
      this.add('KEY_MISSING', path, `one of the keys ${list(keys)}`, found, `add one of ${list(keys)}`)
    } else this.add('KEY_UNKNOWN', pointer(path, near), `one of ${list(keys)}`, `"${near}"`, suggest(near, keys))
  }

  /** Branches of the same JSON type: the one whose required keys are there; else the one that fits; else the one that fits best. */
  undecided(branches: Located[], value: unknown, path: string): void {
    const byKeys = isObject(value) ? maxKeys(branches, value) : undefined
    if (branches.length === 1 || byKeys !== undefined) {
      this.visit(byKeys ?? (branches[0] as Located), value, path)
      return
    }
    const walks = branches.map((branch) => this.attempt(branch, value, path))
    const best = walks.reduce((a, b) => (b.findings.length < a.findings.length ? b : a))
    this.findings.push(...best.findings)
    this.marks.push(...best.marks)
  }

  oneOfValues(schema: MetaSchema, value: unknown, path: string): void {
    const values = allowedValues(schema)
    if (values.some((allowed) => JSON.stringify(allowed) === JSON.stringify(value))) return
    this.add('VALUE', path, values.length === 1 ? show(values[0]) : `one of ${list(values)}`, show(value), helpWithValue(value, values))
  }

  string(schema: MetaSchema, value: string, path: string): void {
    if (schema.minLength !== undefined && value.length < schema.minLength) {
      this.add('VALUE', path, 'a text that is not empty', show(value), 'write something, or remove the key')
    } else if (schema.maxLength !== undefined && value.length > schema.maxLength) {
      const expected = schema['x-expected'] ?? `at most ${schema.maxLength} characters`
      this.add('VALUE', path, expected, `${value.length} characters`, 'write less')
    } else if (schema.pattern !== undefined && !patternOf(schema.pattern).test(value)) {
      const expected = schema['x-expected'] ?? `a string that matches ${schema.pattern}`
      this.add('VALUE', path, expected, show(value), `write ${expected}`)
    }
  }

  number(schema: MetaSchema, value: number, path: string): void {
    const { minimum, maximum, exclusiveMinimum } = schema
    const broken =
      (minimum !== undefined && value < minimum && `at least ${minimum}`) ||
      (maximum !== undefined && value > maximum && `at most ${maximum}`) ||
      (exclusiveMinimum !== undefined && value <= exclusiveMinimum && `more than ${exclusiveMinimum}`)
    if (broken) this.add('VALUE', path, `a number that is ${broken}`, show(value), `write a number that is ${broken}`)
  }

  array(at: Located, value: unknown[], path: string): void {
    const { items, minItems, maxItems, uniqueItems } = at.schema
    if (minItems !== undefined && value.length < minItems) {
      this.add(
        'VALUE',
        path,
        `at least ${minItems} ${minItems === 1 ? 'item' : 'items'}`,
        `${value.length}`,
        'add an item, or remove the key',
      )
    }
    if (maxItems !== undefined && value.length > maxItems) {
      this.add('VALUE', path, `at most ${maxItems} items`, `${value.length}`, 'remove items')
    }
    if (uniqueItems === true) this.unique(value, path)
    if (items !== undefined)
      for (const [index, item] of value.entries()) this.visit({ schema: items, file: at.file }, item, pointer(path, index))
  }

  unique(value: unknown[], path: string): void {
    const seen = new Set<string>()
    for (const [index, item] of value.entries()) {
      const text = JSON.stringify(item)
      if (seen.has(text)) this.add('CODE_DUPLICATE', pointer(path, index), 'each item once', show(item), 'remove the second one')
      seen.add(text)
    }
  }

  object(at: Located, value: Json, path: string): void {
    const { schema, file } = at
    const unknown: string[] = []
    for (const [key, item] of Object.entries(value)) {
      const property = schema.properties !== undefined && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined
      if (property !== undefined) this.visit({ schema: property, file }, item, pointer(path, key))
      else if (isObject(schema.additionalProperties)) this.visit({ schema: schema.additionalProperties, file }, item, pointer(path, key))
      else if (schema['x-keywords'] === true) this.keyword(schema, key, item, path)
      else if (schema.additionalProperties === false) unknown.push(key)
      this.propertyName(schema, key, path)
    }
    this.keys(at, value, unknown, path)
    if (schema.minProperties !== undefined && Object.keys(value).length < schema.minProperties) {
      this.add('VALUE', path, 'an object that is not empty', '{}', 'add an entry')
    }
    if (schema.oneOf !== undefined)
      this.exactlyOne(
        schema.oneOf.flatMap((branch) => branch.required),
        value,
        path,
      )
  }

  /** Unknown and missing keys together: an unknown key that looks like a missing one is one mistake, not two. */
  keys({ schema, file }: Located, value: Json, unknown: string[], path: string): void {
    const missing = new Set(schema.required?.filter((key) => !(key in value)))
    if (unknown.length === 0 && missing.size === 0) return
    const known = Object.keys(schema.properties ?? {})
    const open = known.filter((key) => !(key in value))
    for (const key of unknown) {
      const near = nearest(key, [...missing]) ?? nearest(key, open)
      if (near !== null) missing.delete(near)
      const help = near === null ? suggest(key, open, 'remove it') : `did you mean "${near}"?`
      this.add('KEY_UNKNOWN', pointer(path, key), near === null ? `one of ${list(known)}` : `"${near}"`, `"${key}"`, help)
    }
    for (const key of missing) {
      const property = schema.properties?.[key]
      const about = property && resolveMeta({ schema: property, file }).schema.description
      const code = (schema['x-missingCode']?.[key] ?? 'KEY_MISSING') as FailureCode
      this.add(code, pointer(path, key), `"${key}"`, 'nothing', `add "${key}"${about === undefined ? '' : `: ${about}`}`)
    }
  }

  propertyName(schema: MetaSchema, key: string, path: string): void {
    const pattern = schema.propertyNames?.pattern
    if (pattern === undefined || patternOf(pattern).test(key)) return
    const expected = schema.propertyNames?.['x-expected'] ?? `a name that matches ${pattern}`
    this.add('VALUE', pointer(path, key), expected, `"${key}"`, 'choose another name')
  }

  /** A key beside draft 7: one that a keyword document declares, with a value that fits it. */
  keyword(schema: MetaSchema, key: string, item: unknown, path: string): void {
    const declared = this.keywords.get(key)
    const here = pointer(path, key)
    if (declared === undefined) {
      const known = [...Object.keys(schema.properties ?? {}), ...this.keywords.keys()]
      this.add('KEYWORD_UNKNOWN', here, 'a keyword of draft 7 or of schemas/keywords/', `"${key}"`, suggest(key, known))
      return
    }
    const inner = this.attempt({ schema: declared as MetaSchema, file: 'keyword.schema.json' }, item, here)
    for (const finding of inner.findings) this.findings.push({ ...finding, code: 'KEYWORD_VALUE' })
  }

  exactlyOne(keys: string[], value: Json, path: string): void {
    const present = keys.filter((key) => key in value)
    if (present.length === 1) return
    if (present.length === 0) {
      // a misspelt one was reported as an unknown key already
      const misspelt = this.findings.some(
        (finding) => finding.code === 'KEY_UNKNOWN' && keys.some((key) => finding.suggestion.includes(`"${key}"`)),
      )
      if (!misspelt) this.add('KEY_MISSING', path, `one of the keys ${list(keys)}`, 'neither', `add one of ${list(keys)}`)
    } else this.add('VALUE', path, `exactly one of the keys ${list(keys)}`, list(present), `remove ${list(present.slice(1))}`)
  }

  wrongType(schema: MetaSchema, value: unknown, path: string, branches?: Located[]): void {
    const types = branches?.flatMap((branch) => acceptedTypes(branch)) ?? typesOf(schema.type)
    const expected = [...new Set(types)].map(withArticle).join(' or ')
    const nested = nestedKindAt(path)
    const isNested = nested !== undefined && schema['x-ref'] === nested && isObject(value)
    const help = isNested ? `add "as": "<name>" to write the ${nested} here` : helpWithType(value, types, schema.description)
    this.add('TYPE', path, expected, `${withArticle(typeName(value))}: ${show(value)}`, help)
  }

  add(code: FailureCode, path: string, expected: string, found: string, suggestion: string): void {
    this.findings.push({ code, path, expected, found, suggestion })
  }
}

const patterns = new Map<string, RegExp>()

function patternOf(source: string): RegExp {
  const known = patterns.get(source) ?? new RegExp(source, 'u')
  patterns.set(source, known)
  return known
}

/** The branch of which most required keys are there; undefined when none is. */
export function maxKeys(branches: Located[], value: Json): Located | undefined {
  const count = (branch: Located): number => (branch.schema.required ?? []).filter((key) => key in value).length
  const best = branches.reduce((a, b) => (count(b) > count(a) ? b : a))
  return count(best) > 0 ? best : undefined
}

/** Whether a branch takes values of this JSON type. */
export function acceptsTypeOf(branch: Located, value: unknown): boolean {
  return acceptedTypes(branch).some((type) => isOfType(value, type))
}

const ALL_TYPES = ['object', 'array', 'string', 'number', 'boolean', 'null']

const accepted = new WeakMap<MetaSchema, readonly string[]>()

function acceptedTypes(reference: Located): readonly string[] {
  const at = resolveMeta(reference)
  const types = accepted.get(at.schema) ?? typesAccepted(at)
  accepted.set(at.schema, types)
  return types
}

function typesAccepted({ schema, file }: Located): readonly string[] {
  if (schema.type !== undefined) return typesOf(schema.type)
  if (schema.enum !== undefined || schema.const !== undefined) return allowedValues(schema).map(typeName)
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((inner) => acceptedTypes({ schema: inner, file }))
  if (schema.allOf?.[0] !== undefined) return acceptedTypes({ schema: schema.allOf[0], file })
  return ALL_TYPES
}

/** Of `enum` or `const`; empty without. */
export function allowedValues(schema: MetaSchema | undefined): unknown[] {
  return schema?.enum ?? (schema?.const === undefined ? [] : [schema.const])
}

function typesOf(type: string | string[] | undefined): string[] {
  return type === undefined ? ALL_TYPES : Array.isArray(type) ? type : [type]
}

function isOfType(value: unknown, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeName(value) === type
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function withArticle(type: string): string {
  if (type === 'null') return 'null'
  return `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`
}

function list(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ')
}

function helpWithValue(value: unknown, values: unknown[]): string {
  return typeof value === 'string' ? suggest(value, values.map(String)) : `write one of ${list(values)}`
}

function helpWithType(value: unknown, types: readonly string[], about: string | undefined): string {
  if (typeof value === 'string') {
    if (types.some((type) => type === 'number' || type === 'integer') && value.trim() !== '' && Number.isFinite(Number(value))) {
      return `write ${Number(value)} without quotes`
    }
    if (types.includes('boolean') && (value === 'true' || value === 'false')) return `write ${value} without quotes`
    if (types.includes('array')) return `write [${JSON.stringify(value)}]`
  }
  if (types.includes('string') && (typeof value === 'number' || typeof value === 'boolean')) return `write "${value}" in quotes`
  const kinds = [...new Set(types)].map(withArticle).join(' or ')
  return about === undefined ? `write ${kinds}` : `write ${kinds}: ${about}`
}
