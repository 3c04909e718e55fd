/** Checks expressions against the scope of their place: syntax, names, types. */
import type { EntityDocument, Node, Value } from '../documents.ts'
import type { Ast } from '../expressions/ast.ts'
import { checkTypes } from '../expressions/checkTypes.ts'
import { misfitOf } from '../expressions/clashOf.ts'
import { compileExpression } from '../expressions/compileExpression.ts'
import type { CompiledExpression } from '../expressions/compileUnchecked.ts'
import { ExpressionError } from '../expressions/ExpressionError.ts'
import { isForDatabase, usesRowFunctions } from '../expressions/relatedRows.ts'
import { isCompatible, meaningOf, nameOfType, type ScopeType, type ScopeTypes } from '../expressions/types.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { type FailureCode, pointer } from './failure.ts'
import type { Linker } from './linker.ts'
import { linkFormatTypes } from './linkFormatTypes.ts'
import { linkRelatedRows } from './linkRelatedRows.ts'
import { neverTrue } from './neverTrue.ts'
import { fieldNames, followPath } from './scopeTypes.ts'
import { nearest, suggest } from './suggest.ts'

/** Where an expression stands and what it sees. */
export interface ExpressionPlace {
  document: LinkedDocument
  path: string
  scope: ScopeTypes
  /** Ids of the drawers and dialogs of the page, and names that can be refreshed; absent outside of a page. */
  page?: { document: LinkedDocument; overlays: readonly string[]; refreshable: readonly string[] }
  /** Inside fragments: their ids from the outermost to the innermost, and the nodes that the page put into the slot of the innermost. */
  fragments?: readonly string[]
  slot?: { place: ExpressionPlace; nodes: readonly Node[] }
  /** The expression becomes SQL over rows of this entity: it may read rows of others (`rows()`) and ask for the asker's reach. `open`: what it gives leaves. */
  rows?: { entity: EntityDocument; open?: boolean }
  /** Parts of the document that the nodes stand in. */
  parts?: Readonly<Record<string, readonly Node[]>>
}

const CODES: Record<string, FailureCode> = { EXPRESSION_UNKNOWN: 'CEL_UNKNOWN', EXPRESSION_TYPE: 'CEL_TYPE' }

/**
 * Checks `{ cel }` (or a bare source, whose path is its own).
 * @param wanted  type the place asks for; null always fits
 * @returns       the compiled expression, when it is sound
 */
export function linkCel(
  linker: Linker,
  place: ExpressionPlace,
  cel: { cel: string } | string,
  wanted: ScopeType = 'dyn',
): CompiledExpression | undefined {
  const source = typeof cel === 'string' ? cel : cel.cel
  const path = typeof cel === 'string' ? place.path : pointer(place.path, 'cel')
  linker.sees({ ...place, path })
  linker.checked.add(`${place.document.file}#${place.document.writtenAt?.(path) ?? path}`)
  try {
    const compiled = compileExpression(source, place.scope)
    for (const clash of compiled.clashes) reportClash(linker, place.document, path, clash, source.slice(clash.node.start, clash.node.end))
    const isForSql = usesRowFunctions(compiled.ast) || (place.rows?.open && isForDatabase(compiled, place.rows.entity))
    if (isForSql) linkRelatedRows(linker, place, path, compiled)
    else assertAffordable(compiled)
    if (wanted === 'boolean') linkPossible(linker, place, path, compiled)
    const odd = oddCase(compiled, place.scope, wanted)
    if (odd === undefined) {
      const misfit = misfitOf(wanted, compiled.type)
      if (misfit) reportClash(linker, place.document, path, misfit, source)
      return compiled
    }
    const expected = `an expression that gives ${nameOfType(wanted)}`
    linker.report(place.document, {
      code: 'CEL_TYPE',
      path,
      expected,
      found: `${nameOfType(odd.type)}: ${odd.source}`,
      suggestion: typeHelp(wanted),
    })
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const expected =
      error.code === 'EXPRESSION_UNKNOWN' ? `one of ${[...(error.known ?? [])].join(', ') || 'no names'}` : 'an expression of CEL'
    const help = error.unknown === undefined ? error.message : unknownHelp(place, source, error)
    linker.report(place.document, {
      code: CODES[error.code] ?? 'CEL_SYNTAX',
      path,
      expected,
      found: foundIn(source, error),
      suggestion: help,
    })
  }
  return undefined
}

/** The case that the place does not take: of an expression without cases the whole. Cases of two types are of any type together. */
function oddCase(
  { ast, source, type }: CompiledExpression,
  scope: ScopeTypes,
  wanted: ScopeType,
): { type: ScopeType; source: string } | undefined {
  if (ast.kind !== 'conditional') return isCompatible(wanted, type) ? undefined : { type, source }
  const cases = casesOf(ast).map((one) => ({ type: checkTypes(one, scope), source: source.slice(one.start, one.end) }))
  return cases.find((one) => !isCompatible(wanted, one.type))
}

function casesOf(ast: Ast): Ast[] {
  return ast.kind === 'conditional' ? [...casesOf(ast.yes), ...casesOf(ast.no)] : [ast]
}

/** A condition that demands two values of one field together. Forms have checks of their own, which know what their fields can hold. */
function linkPossible(linker: Linker, { document, scope }: ExpressionPlace, path: string, compiled: CompiledExpression): void {
  const isOwn = compiled.references.length > 0 && compiled.clashes.length === 0 && document.kind !== 'form'
  if (!isOwn || !neverTrue(compiled, (way) => valuesAt(scope, way))) return
  linker.report(document, {
    code: 'NEVER_TRUE',
    path,
    expected: 'a condition that can hold',
    found: compiled.source,
    suggestion: 'its parts exclude each other: write || for one of several, or remove a part',
  })
}

/** All that a name can hold, where that is a closed list. */
function valuesAt(scope: ScopeTypes, way: readonly string[]): readonly unknown[] | undefined {
  const type = way.reduce<ScopeType | undefined>(
    (at, name) => (typeof at === 'object' && 'fields' in at && Object.hasOwn(at.fields, name) ? at.fields[name] : undefined),
    { fields: scope },
  )
  if (type === 'boolean') return [true, false]
  const meaning = type && meaningOf(type)
  return meaning?.kind === 'codes' ? meaning.values : undefined
}

function reportClash(
  linker: Linker,
  document: LinkedDocument,
  path: string,
  { wanted, given, known }: NonNullable<ReturnType<typeof misfitOf>>,
  where: string,
): void {
  const suggestion = known.length > 0 ? suggest(String(JSON.parse(given)), known) : 'use a value of its own kind'
  linker.report(document, { code: 'COMPARISON', path, expected: wanted, found: `${given}, in ${where}`, suggestion })
}

/** A constant expression always takes the same steps: too many of them is a mistake of the document. @throws ExpressionError */
function assertAffordable({ references, evaluate }: CompiledExpression): void {
  if (references.length > 0) return
  try {
    evaluate({})
  } catch (error) {
    if (!(error instanceof ExpressionError && error.code === 'EXPRESSION_REGEX')) throw error
  }
}

/** An unknown parameter with no similar name should be declared, not removed. */
function unknownHelp({ document }: ExpressionPlace, source: string, error: ExpressionError): string {
  const name = error.unknown ?? ''
  const known = error.known ?? []
  const isParameter = document.kind === 'call' && source.slice(0, error.offset).endsWith('input.')
  if (isParameter && nearest(name, known) === null) return `declare it in the input of the call: "${name}": "text ..100"`
  return suggest(name, known, 'remove it')
}

function foundIn(source: string, error: ExpressionError): string {
  return error.unknown === undefined ? `${source} (at character ${error.offset + 1})` : `"${error.unknown}" in ${source}`
}

function typeHelp(wanted: ScopeType): string {
  return wanted === 'boolean' ? 'compare with something, as x == 1 or x != null' : `write something that gives ${nameOfType(wanted)}`
}

/** Checks every expression inside a value. */
export function linkValue(linker: Linker, place: ExpressionPlace, value: Value | undefined): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value) && typeof (value as { cel?: unknown }).cel === 'string') linkCel(linker, place, value as { cel: string })
  else for (const [key, item] of Object.entries(value)) linkValue(linker, { ...place, path: pointer(place.path, key) }, item as Value)
}

/** Checks a map of values. */
export function linkValues(linker: Linker, place: ExpressionPlace, values: Record<string, Value> | undefined): void {
  for (const [key, value] of Object.entries(values ?? {})) linkValue(linker, { ...place, path: pointer(place.path, key) }, value)
}

/** Checks the expressions inside a text with values, or a `{ cel }` in place of a text. */
export function linkTextValues(linker: Linker, place: ExpressionPlace, text: unknown): void {
  if (typeof text !== 'object' || text === null) return
  if (typeof (text as { cel?: unknown }).cel === 'string') linkCel(linker, place, text as { cel: string })
  else if ('with' in text) {
    const values = text.with as Record<string, Value>
    linkValues(linker, { ...place, path: pointer(place.path, 'with') }, values)
    const typeOf = (name: string) => typeOfValue(place, values[name])
    linkFormatTypes(linker, place.document, place.path, (text as { text?: unknown }).text, typeOf)
  }
}

/** Of an expression that is sound; nothing is known of others, which are reported where they stand. */
function typeOfValue({ scope }: ExpressionPlace, value: unknown): ScopeType | undefined {
  const { cel } = (value ?? {}) as { cel?: unknown }
  try {
    return typeof cel === 'string' ? compileExpression(cel, scope).type : undefined
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

/** `row.eventId.title` in an expression over an entity's row: each step is a field, each but the last a ref. */
export function linkRowPaths(
  linker: Linker,
  place: ExpressionPlace,
  compiled: CompiledExpression | undefined,
  entity: EntityDocument,
  root = 'row',
): void {
  for (const [name, ...path] of compiled?.references ?? []) {
    if (name !== root || path.length < 2) continue
    const end = followPath(path, entity, linker.index)
    if (!('step' in end)) continue
    const step = path[end.reason === 'notRef' ? end.step + 1 : end.step] as string
    const known = end.reason === 'notRef' ? [] : fieldNames(end.entity)
    const expected = end.reason === 'notRef' ? `nothing below "${path[end.step]}", which is no ref` : `a field of ${end.entity.id}`
    const found = `"${step}" in ${compiled?.source}`
    linker.report(place.document, {
      code: 'CEL_UNKNOWN',
      path: pointer(place.path, 'cel'),
      expected,
      found,
      suggestion: suggest(step, known, 'remove it'),
    })
  }
}

/** The same in every expression inside a value. */
export function linkRowPathsIn(linker: Linker, place: ExpressionPlace, value: unknown, entity: EntityDocument): void {
  if (typeof value !== 'object' || value === null) return
  const { cel } = value as { cel?: unknown }
  if (typeof cel === 'string') linkRowPaths(linker, place, compiledOrNone(cel), entity)
  else for (const [key, part] of Object.entries(value)) linkRowPathsIn(linker, { ...place, path: pointer(place.path, key) }, part, entity)
}

/** Mistakes of syntax are reported where the expression itself is checked. */
function compiledOrNone(cel: string): CompiledExpression | undefined {
  try {
    return compileExpression(cel)
  } catch {
    return undefined
  }
}
