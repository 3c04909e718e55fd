/** A filled score sheet -> its total. Pure, and the same anywhere: the desk, the board, the ranking file and its verification use it alone.
 *
 *  Criteria are the sheet's own fields of type number or integer, but for the one with a role. Each has a scale: `minimum` to `maximum`, or the least to the
 *  greatest of its options. An answer is its place on the scale, 0 to 100; the total is the mean of these by weight. A criterion that is not answered - left
 *  out, or hidden for the event of the work - does not count, and neither do those outside of the total. */
import type { FormField, LocalText } from '../../../runtime/core/documents.ts'
import { rounded } from './roundScores.ts'

export interface Criterion {
  name: string
  title: LocalText | null
  weight: number
  /** Marked, and not counted. */
  outside: boolean
  min: number
  max: number
}
export interface CriterionScore extends Criterion {
  answer: number | null
  /** 0 to 100; null: not answered. */
  score: number | null
  /** Of the total, 0 to 1; 0 for what does not count. */
  share: number
}
export interface SheetTotal {
  /** 0 to 100, rounded to 6 decimals; null when no criterion that counts is answered. */
  total: number | null
  /** 0 to 1; null when the sheet does not ask for it. */
  confidence: number | null
  criteria: CriterionScore[]
}
interface Sheet {
  schema: { properties?: Readonly<Record<string, FormField>> }
}

const FULL = 100

export function sheetTotal(sheet: Sheet, answers: Readonly<Record<string, unknown>>): SheetTotal {
  const criteria = criteriaOf(sheet).map((criterion) => ({ ...criterion, ...scored(criterion, answers[criterion.name]) }))
  const counts = criteria.filter(({ score, outside }) => score !== null && !outside)
  const weights = counts.reduce((sum, { weight }) => sum + weight, 0)
  const points = counts.reduce((sum, { weight, score }) => sum + weight * score!, 0)
  const shareOf = ({ score, outside, weight }: (typeof criteria)[number]) =>
    score === null || outside || weights === 0 ? 0 : rounded(weight / weights)
  return {
    total: weights === 0 ? null : rounded(points / weights),
    confidence: confidenceOf(sheet, answers),
    criteria: criteria.map((criterion) => ({ ...criterion, share: shareOf(criterion) })),
  }
}

/** In the order of the sheet. Fields without a scale are no criteria: `sheetFailures` refuses them. */
export function criteriaOf({ schema }: Sheet): Criterion[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const scale = isCriterion(field) ? scaleOf(field) : null
    if (!scale) return []
    const weight = typeof field.weight === 'number' ? field.weight : 1
    return [{ name, title: (field.title as LocalText | undefined) ?? null, weight, outside: field.outside === true, ...scale }]
  })
}

/** Whether a field of a score sheet adds to the total. */
export function isCriterion(field: FormField): boolean {
  return isNumber(field) && field.reviewRole === undefined
}

/** Null when there is none, or nothing between its ends. */
export function scaleOf(field: FormField): { min: number; max: number } | null {
  const options = field['x-options']
  const values = Array.isArray(options) ? options.map(({ value }) => Number(value)) : [field.minimum, field.maximum].map(Number)
  const [min, max] = [Math.min(...values), Math.max(...values)]
  return values.every(Number.isFinite) && min < max ? { min, max } : null
}

function isNumber({ type }: FormField): boolean {
  return type === 'number' || type === 'integer'
}

function scored({ min, max }: Criterion, answer: unknown): { answer: number | null; score: number | null } {
  return typeof answer === 'number' ? { answer, score: FULL * placeOn({ min, max }, answer) } : { answer: null, score: null }
}

function placeOn({ min, max }: { min: number; max: number }, answer: number): number {
  return Math.min(1, Math.max(0, (answer - min) / (max - min)))
}

function confidenceOf({ schema }: Sheet, answers: Readonly<Record<string, unknown>>): number | null {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const answer = answers[name]
    const scale = field.reviewRole === 'confidence' && isNumber(field) ? scaleOf(field) : null
    if (scale && typeof answer === 'number') return rounded(placeOn(scale, answer))
  }
  return null
}
