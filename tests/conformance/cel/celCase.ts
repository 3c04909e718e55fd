/** One case of CEL's conformance suite, run through our expressions. Values of the suite are protobuf messages; they become the values that an
 *  expression of ours takes and gives (one number type, plain objects). */
import { isDeepStrictEqual } from 'node:util'
import { getConformanceSuite } from '@bufbuild/cel-spec/testdata/tests.js'
import { compileExpression } from '../../../runtime/core/expressions/compileExpression.ts'
import { compileUnchecked } from '../../../runtime/core/expressions/compileUnchecked.ts'
import { ExpressionError } from '../../../runtime/core/expressions/ExpressionError.ts'
import { kindOf, type ScopeType } from '../../../runtime/core/expressions/types.ts'

type Suite = ReturnType<typeof getConformanceSuite>
type Test = Suite['tests'][number]['original']
type Value = Extract<Test['resultMatcher'], { case: 'value' }>['value']
type Type = NonNullable<Extract<Test['resultMatcher'], { case: 'typedResult' }>['value']['deducedType']>

export interface CelCase {
  /** `comparisons/eq_literal/eq_int` */
  readonly name: string
  readonly test: Test
}

/** All cases of the suite. */
export function celCases(): CelCase[] {
  return casesOf(getConformanceSuite(), '')
}

function casesOf(suite: Suite, path: string): CelCase[] {
  const own = suite.tests.map(({ name, original }) => ({ name: `${path}${name}`, test: original }))
  return [...own, ...suite.suites.flatMap((child) => casesOf(child, `${path}${child.name}/`))]
}

/** null when the case holds, else what happened instead. */
export function runCelCase({ test }: CelCase): string | null {
  try {
    return judge(test)
  } catch (error) {
    if (error instanceof NotOurs) return error.message
    if (!(error instanceof ExpressionError)) throw error
    return test.resultMatcher.case === 'evalError' ? null : `${error.code}: ${error.message}`
  }
}

function judge(test: Test): string | null {
  const expression = test.disableCheck ? compileUnchecked(test.expr) : compileExpression(test.expr, scopeOf(test))
  const { resultMatcher } = test
  if (resultMatcher.case === 'typedResult' && resultMatcher.value.deducedType) {
    const wanted = kindOf(typeOf(resultMatcher.value.deducedType))
    if (wanted !== kindOf(expression.type)) return `type ${kindOf(expression.type)}, not ${wanted}`
  }
  if (test.checkOnly) return null
  const found = expression.evaluateStrictly(bindingsOf(test))
  const wanted = wantedOf(resultMatcher)
  if (wanted === FAILS) return `gave ${show(found)}, should fail`
  return isDeepStrictEqual(found, wanted) ? null : `gave ${show(found)}, not ${show(wanted)}`
}

const FAILS = Symbol('fails')

function wantedOf(matcher: Test['resultMatcher']): unknown {
  switch (matcher.case) {
    case 'value':
      return jsonOf(matcher.value, true)
    case 'typedResult':
      return matcher.value.result ? jsonOf(matcher.value.result, true) : true
    case 'evalError':
      return FAILS
    case undefined:
      return true
    default:
      throw new NotOurs(`expects ${matcher.case}`)
  }
}

/** The case needs values that expressions here do not have. */
class NotOurs extends Error {}

/** @param asResult  as a result leaves: keys of maps are texts, types are their names */
function jsonOf(value: Value, asResult: boolean): unknown {
  const { kind } = value
  switch (kind.case) {
    case 'nullValue':
      return null
    case 'int64Value':
    case 'uint64Value':
      return Number(kind.value)
    case 'doubleValue':
      return kind.value === 0 ? 0 : kind.value
    case 'boolValue':
    case 'stringValue':
    case 'bytesValue':
      return kind.value
    case 'typeValue':
      return kind.value
    case 'listValue':
      return kind.value.values.map((item) => jsonOf(item, asResult))
    case 'mapValue': {
      const entries = kind.value.entries.map(({ key, value: item }) => [jsonOf(key!, asResult), jsonOf(item!, asResult)] as const)
      const isPlain = asResult || entries.every(([key]) => typeof key === 'string')
      return isPlain ? Object.fromEntries(entries.map(([key, item]) => [String(key), item])) : new Map(entries)
    }
    default:
      throw new NotOurs(`a value of kind ${kind.case}`)
  }
}

function bindingsOf(test: Test): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(test.bindings).map(([name, binding]) => {
      if (binding.kind.case !== 'value') throw new NotOurs(`a binding that is ${binding.kind.case}`)
      return [name, jsonOf(binding.kind.value, false)]
    }),
  )
}

function scopeOf(test: Test): Record<string, ScopeType> {
  const scope: Record<string, ScopeType> = Object.fromEntries(Object.keys(test.bindings).map((name) => [name, 'dyn']))
  for (const { name, declKind } of test.typeEnv)
    if (declKind.case === 'ident' && declKind.value.type) scope[name] = typeOf(declKind.value.type)
  return scope
}

/** Numbers of `cel.expr.Type.PrimitiveType` and `WellKnownType`. */
const PRIMITIVES: readonly ScopeType[] = ['dyn', 'boolean', 'number', 'number', 'number', 'string', 'bytes']
const WELL_KNOWN: readonly ScopeType[] = ['dyn', 'dyn', 'timestamp', 'duration']

function typeOf({ typeKind }: Type): ScopeType {
  switch (typeKind.case) {
    case 'primitive':
    case 'wrapper':
      return PRIMITIVES[typeKind.value] ?? 'dyn'
    case 'wellKnown':
      return WELL_KNOWN[typeKind.value] ?? 'dyn'
    case 'listType':
      return typeKind.value.elemType ? { list: typeOf(typeKind.value.elemType) } : 'list'
    case 'mapType':
      return 'map'
    case 'null':
      return 'null'
    case 'type':
      return 'type'
    case 'messageType':
      return 'map'
    default:
      return 'dyn'
  }
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 100)
}
