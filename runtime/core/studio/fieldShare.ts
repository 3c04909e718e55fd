/** The share of a field in the sum of a number that fields of a form have: weights. As the palette says it. */
import type { FieldShares, FormDocument, FormField } from '../documents.ts'

const PERCENT = 100
const FIELDS = '/schema/properties/'

/** @returns whole percent; `out` for a field that is taken out of the sum; null for one that has no share */
export function fieldShare({ schema }: FormDocument, path: string, shares: FieldShares): number | 'out' | null {
  const fields = schema.properties ?? {}
  const field = fields[path.startsWith(FIELDS) ? path.slice(FIELDS.length) : '']
  if (!field || !hasShare(field, shares)) return null
  if (isOut(field, shares)) return 'out'
  const counted = Object.values(fields).filter((each) => hasShare(each, shares) && !isOut(each, shares))
  const sum = counted.reduce((total, each) => total + numberOf(each, shares), 0)
  return sum === 0 ? 0 : Math.round((PERCENT * numberOf(field, shares)) / sum)
}

function hasShare(field: FormField, { types, except }: FieldShares): boolean {
  return types.some((type) => type === field.type) && (except === undefined || field[except] === undefined)
}

function isOut(field: FormField, { unless }: FieldShares): boolean {
  return unless !== undefined && field[unless] !== undefined
}

function numberOf(field: FormField, { of }: FieldShares): number {
  const value = field[of]
  return typeof value === 'number' ? value : 1
}
