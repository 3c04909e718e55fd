/** Ajv's errors -> ours: one error for one mistake, at the path of what is wrong, and at most `MAX_ERRORS`. One pass whatever comes in. Runs behind compiled and
 *  precompiled validators alike. */
import { type FieldError, MAX_ERRORS } from './FieldError.ts'

/** What we read of an Ajv error. */
export interface RawError {
  readonly keyword: string
  readonly instancePath: string
  readonly schemaPath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly propertyName?: string
}

/** The mark in the params of an error that a check of one of our keywords made. */
const KERNEL_CODE = 'code'

/** @param raw  in the order in which Ajv wrote them */
export function normaliseErrors(raw: readonly RawError[] | null | undefined): FieldError[] {
  if (!raw || raw.length === 0) return []
  const byPath = new Map<string, Map<string, FieldError>>()
  const made: FieldError[] = []
  for (const error of withoutConsequences(raw)) {
    const rule = ruleOf(error)
    const path = error.instancePath + suffixOf(error)
    const there = byPath.get(path) ?? new Map<string, FieldError>()
    if (there.has(rule)) continue
    const ours = fieldError(error, path, rule)
    byPath.set(path, there.set(rule, ours))
    made.push(ours)
  }
  const isHidden = ({ path, rule }: FieldError) => [...byPath.get(path)!.keys()].some((other) => hides(other, rule))
  return made.filter((error) => !isHidden(error)).slice(0, MAX_ERRORS)
}

/** A value of the wrong type, or none of those allowed, breaks nothing else. */
function hides(rule: string, other: string): boolean {
  if (rule === 'type') return other !== 'type'
  return (rule === 'enum' || rule === 'const' || rule === 'required') && other !== 'type' && other !== rule
}

const COMBINATORS = new Set(['anyOf', 'oneOf', 'not', 'contains', 'propertyNames'])

/** Drops the errors of alternatives that a combinator sums up, or the sum where one alternative was clearly meant. */
function withoutConsequences(raw: readonly RawError[]): RawError[] {
  const kept: RawError[] = []
  for (const error of raw) {
    if (error.keyword === 'if') continue
    if (!COMBINATORS.has(error.keyword)) {
      kept.push(error)
      continue
    }
    let first = kept.length
    while (first > 0 && isInside(kept[first - 1]!, error)) first--
    const inner = kept.splice(first)
    const meant = error.keyword === 'anyOf' || error.keyword === 'oneOf' ? meantAlternative(inner, error) : []
    kept.push(...(meant.length > 0 ? meant : [error]))
  }
  return kept
}

/** Ajv writes the errors of alternatives right before the error of their combinator. Behind a `$ref` their schema path starts at the referenced
 *  schema. */
function isInside(error: RawError, combinator: RawError): boolean {
  if (!`${error.instancePath}/`.startsWith(`${combinator.instancePath}/`)) return false
  if (error.schemaPath.startsWith(`${combinator.schemaPath}/`)) return true
  const holder = combinator.schemaPath.slice(0, combinator.schemaPath.lastIndexOf('/'))
  return !error.schemaPath.startsWith(`${holder}/`) || error.schemaPath.startsWith('#/definitions/')
}

/** Where all alternatives but one fail because the value is of another type or another constant, that one was meant. */
function meantAlternative(inner: readonly RawError[], combinator: RawError): readonly RawError[] {
  const byAlternative = Map.groupBy(inner, (error) => alternativeOf(error, combinator))
  if (byAlternative.has(null)) return []
  const near = [...byAlternative.values()].filter(
    (errors) =>
      !errors.some((error) => error.instancePath === combinator.instancePath && ['type', 'const', 'enum'].includes(error.keyword)),
  )
  return near.length === 1 && byAlternative.size > 1 ? near[0]! : []
}

function alternativeOf(error: RawError, combinator: RawError): string | null {
  if (!error.schemaPath.startsWith(`${combinator.schemaPath}/`)) return null
  return error.schemaPath.slice(combinator.schemaPath.length + 1).split('/')[0]!
}

function ruleOf({ keyword }: RawError): string {
  return keyword === 'false schema' ? 'false' : keyword
}

function fieldError(error: RawError, path: string, rule: string): FieldError {
  const code = error.params[KERNEL_CODE]
  if (typeof code === 'string') {
    const { values, ...params } = error.params
    const facts = { ...params, ...(values as Record<string, unknown>) }
    return { path, rule, params: facts, message: { key: `keyword.${rule}.${code}`, values: facts } }
  }
  return { path, rule, params: error.params, message: { key: textKey(error, rule), values: valuesOf(error) } }
}

/** Formats whose text says what to write; a name such as `date-time` says nothing to the person. */
const WORDED_FORMATS: ReadonlySet<unknown> = new Set(['date', 'time', 'date-time', 'uri'])

/** Types in words; one that may also be absent is asked for like the type itself. */
function typeKey(type: unknown): string {
  const types = [type].flat().filter((one, _, all) => one !== 'null' || all.length === 1)
  return types.length === 1 ? `validation.types.${types[0]}` : 'validation.type'
}

function textKey({ params }: RawError, rule: string): string {
  if (rule === 'type') return typeKey(params.type)
  return rule === 'format' && WORDED_FORMATS.has(params.format) ? `validation.formats.${params.format}` : `validation.${rule}`
}

/** The property the error is about, where Ajv points at the object around it. */
function suffixOf({ keyword, params, propertyName }: RawError): string {
  const name =
    keyword === 'required' || keyword === 'dependencies'
      ? params.missingProperty
      : keyword === 'additionalProperties'
        ? params.additionalProperty
        : keyword === 'propertyNames'
          ? (params.propertyName ?? propertyName)
          : undefined
  return name === undefined ? '' : `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function valuesOf({ keyword, params, propertyName }: RawError): Readonly<Record<string, unknown>> {
  switch (keyword) {
    case 'type':
      return { expected: [params.type].flat().join(' / ') }
    case 'required':
      return { property: params.missingProperty }
    case 'additionalProperties':
      return { property: params.additionalProperty }
    case 'propertyNames':
      return { property: params.propertyName ?? propertyName }
    case 'const':
      return { allowed: plain(params.allowedValue) }
    case 'enum':
      return { allowed: (params.allowedValues as unknown[]).map(plain).join(', ') }
    case 'uniqueItems':
      return { first: Math.min(Number(params.i), Number(params.j)) + 1, second: Math.max(Number(params.i), Number(params.j)) + 1 }
    default:
      return params
  }
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
