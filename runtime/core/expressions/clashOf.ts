/** Comparisons whose answer is always the same: a code that the enum lacks, a day against a moment, an id against a word or against the id of a row of
 *  another kind. They are types that fit, so such an expression runs; it only never does what its author meant. */
import type { BinaryNode } from './ast.ts'
import { elementType, type Meaning, meaningOf, type ScopeType } from './types.ts'

/** A comparison that can never come out the other way, with what would be compared rightly. */
export interface Clash {
  node: BinaryNode
  /** What stands on the one side, in words, and what on the other. */
  wanted: string
  given: string
  /** What may be written instead; empty where the other side is no literal. */
  known: readonly string[]
}

const COMPARING: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>='])

/** @returns undefined where the two sides can meet */
export function clashOf(node: BinaryNode, left: ScopeType, right: ScopeType): Clash | undefined {
  if (node.op === 'in') return between(node, meaningOf(left), meaningOf(elementType(right)))
  return COMPARING.has(node.op) ? between(node, meaningOf(left), meaningOf(right)) : undefined
}

/** Why a value cannot be what its place asks for: a code that the enum lacks, a word for a moment, the id of a row of another kind. */
export function misfitOf(wanted: ScopeType, given: ScopeType): Pick<Clash, 'wanted' | 'given' | 'known'> | undefined {
  const [left, right] = [meaningOf(wanted), meaningOf(given)]
  if (!left || !right || left.kind === 'literal') return undefined
  // a stored moment of a day is the day's beginning
  if (left.kind === 'datetime' && right.kind === 'date') return undefined
  if (right.kind === 'literal') return oddLiteral(left, right.values)
  return isSame(left, right) ? undefined : { wanted: wordsOf(left), given: wordsOf(right), known: [] }
}

function between(node: BinaryNode, left: Meaning | undefined, right: Meaning | undefined): Clash | undefined {
  if (!left || !right || (left.kind === 'literal' && right.kind === 'literal')) return undefined
  if (left.kind === 'literal') return againstLiteral(node, right, left.values)
  if (right.kind === 'literal') return againstLiteral(node, left, right.values)
  if (isSame(left, right)) return undefined
  return { node, wanted: wordsOf(left), given: wordsOf(right), known: [] }
}

/** Two enums may share their codes. */
function isSame(left: Meaning, right: Meaning): boolean {
  if (left.kind === 'codes' && right.kind === 'codes') return left.values.some((code) => right.values.includes(code))
  if (left.kind === 'id' && right.kind === 'id') return left.of === right.of
  return left.kind === right.kind
}

function againstLiteral(node: BinaryNode, side: Meaning, values: readonly (string | number)[]): Clash | undefined {
  // an order of codes is that of texts or numbers, where any border makes sense
  if (side.kind === 'codes' && !['==', '!=', 'in'].includes(node.op)) return undefined
  const odd = oddLiteral(side, values)
  return odd && { node, ...odd }
}

function oddLiteral(side: Meaning, values: readonly (string | number)[]): Pick<Clash, 'wanted' | 'given' | 'known'> | undefined {
  const odd = values.find((value) => !FITS[side.kind](value, side))
  if (odd === undefined) return undefined
  const known = side.kind === 'codes' ? side.values.map(String) : []
  return { wanted: wordsOf(side), given: JSON.stringify(odd), known }
}

/** Ids of rows are whole numbers in quotes, as the database counts them, unless the entity names its own. */
const ID = /^\d+$/
/** The beginning of a moment is enough to compare with: texts have the same order as times. */
const DAY = /^\d{4}(-\d{2}(-\d{2})?)?$/
const MOMENT = /^\d{4}(-\d{2}(-\d{2}(T\d{2}(:\d{2}(:\d{2}(\.\d+)?)?)?(Z|[+-]\d{2}:\d{2})?)?)?)?$/

const FITS: { [K in Exclude<Meaning['kind'], 'literal'> | 'literal']: (value: string | number, meaning: Meaning) => boolean } = {
  codes: (value, meaning) => meaning.kind !== 'codes' || value === '' || meaning.values.includes(value),
  id: (value) => value === '' || ID.test(String(value)),
  date: (value) => value === '' || DAY.test(String(value)),
  datetime: (value) => value === '' || MOMENT.test(String(value)),
  literal: () => true,
}

/** What a side of a comparison holds, for a message. */
function wordsOf(meaning: Meaning): string {
  switch (meaning.kind) {
    case 'codes':
      return `a code of ${meaning.of}: ${meaning.values.join(', ')}`
    case 'id':
      return `an id of ${meaning.of}`
    case 'date':
      return 'a day (2026-12-31)'
    case 'datetime':
      return 'a moment (2026-12-31T16:00:00Z)'
    case 'literal':
      return meaning.values.map((value) => JSON.stringify(value)).join(' or ')
  }
}
