/** Answers of a quiz -> points. Only the server has what it takes: `pruneForm` takes `x-score` and `quiz` out of every form that leaves it. */
import type { FormDocument, FormField, Text } from '../documents.ts'
import type { CompiledForm, FieldTemplate } from './compileForm.ts'
import { controlName } from './controlName.ts'
import { createFormEngine, type FormEnvironment } from './createFormEngine.ts'
import { holdsFields, holdsFiles } from './holdsFields.ts'
import { isEmptyAnswer } from './isEmptyAnswer.ts'

/** Points of one response. */
export interface Score {
  total: number
  /** Of the questions that the person was asked. */
  maximum: number
  /** Null: the form has no pass mark. */
  passed: boolean | null
}

type Scoring = NonNullable<FormField['x-score']>
type OptionValue = string | number | boolean

const WITHOUT_SCORE: readonly string[] = [
  'note',
  'hidden',
  'password',
  'ranking',
  'cascader',
  'dateRange',
  'location',
  'signature',
  'agreement',
]

/** Whether a right answer, or points of options, can be said of it: one value, or a choice of several, that the person gives. */
export function isScorable(field: FormField): boolean {
  if (holdsFields(field) !== 'value' || holdsFiles(field) || field['x-computed'] !== undefined) return false
  if (WITHOUT_SCORE.includes(controlName(field))) return false
  const type = typeOf(field)
  return type === 'array' ? SINGLE.includes(typeOf(field.items ?? {}) ?? '') : SINGLE.includes(type ?? '')
}

/** Whether some question has points. */
export function hasScore({ schema }: FormDocument): boolean {
  const inside = ({ properties = {} }: Pick<FormField, 'properties'>): boolean =>
    Object.values(properties).some((field) => field['x-score'] !== undefined || inside(field))
  return inside(schema)
}

const SINGLE: readonly string[] = ['string', 'number', 'integer', 'boolean']

function typeOf({ type }: Pick<FormField, 'type'>): string | undefined {
  return [type].flat().find((each) => each !== 'null')
}

/**
 * Questions that are hidden, or that no step led to, take no part.
 * @param answers as they are stored
 * @returns null when no question of the form has points
 */
export function scoreAnswers(
  compiled: CompiledForm,
  answers: Record<string, unknown>,
  environment: Omit<FormEnvironment, 'rights'>,
): Score | null {
  const scored = compiled.fields.filter(({ schema, row }) => schema['x-score'] !== undefined && row === null)
  if (scored.length === 0) return null
  const engine = createFormEngine(compiled, answers, { ...environment, rights: 'all' })
  let [total, maximum] = [0, 0]
  for (const field of scored) {
    const state = engine.state(field.path)
    if (!state?.visible) continue
    total += pointsOf(field, engine.value(field.path))
    maximum += maxPoints(field, state.hiddenOptions)
  }
  const score = { total: rounded(total), maximum: rounded(maximum) }
  const { pass } = compiled.form.quiz ?? {}
  return { ...score, passed: pass === undefined ? null : percentOf(score) >= pass }
}

/** The words for a score: of the results that begin at or below its share, the highest. */
export function scoreText({ quiz }: Pick<FormDocument, 'quiz'>, score: Pick<Score, 'total' | 'maximum'>): Text | null {
  const reached = (quiz?.results ?? []).filter(({ from }) => percentOf(score) >= from)
  return reached.sort((left, right) => left.from - right.from).at(-1)?.text ?? null
}

function percentOf({ total, maximum }: Pick<Score, 'total' | 'maximum'>): number {
  return maximum === 0 ? 0 : rounded((total / maximum) * 100)
}

/** Sums of decimal points, without the error of binary fractions. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

function pointsOf({ schema }: FieldTemplate, answer: unknown): number {
  const scoring = schema['x-score']!
  if (isEmptyAnswer(answer)) return 0
  if (scoring.options) {
    const points = pointsByOption(scoring)
    const chosen = (Array.isArray(answer) ? answer : [answer]) as OptionValue[]
    return Math.max(
      0,
      chosen.reduce<number>((sum, value) => sum + (points.get(value) ?? 0), 0),
    )
  }
  return isRight(scoring, answer) ? pointsOfRight(scoring) : 0
}

function maxPoints({ schema }: FieldTemplate, hidden: readonly OptionValue[]): number {
  const scoring = schema['x-score']!
  if (!scoring.options) return pointsOfRight(scoring)
  const offered = [...pointsByOption(scoring)].filter(([value]) => !hidden.includes(value)).map(([, points]) => Math.max(0, points))
  const chosen = typeOf(schema) === 'array' ? Number(schema.maxItems ?? offered.length) : 1
  return offered
    .sort((left, right) => right - left)
    .slice(0, chosen)
    .reduce((sum, points) => sum + points, 0)
}

function pointsByOption({ options = [] }: Scoring): Map<OptionValue, number> {
  return new Map(options.map(({ value, points }) => [value, points]))
}

function pointsOfRight({ points = 1 }: Scoring): number {
  return points
}

/** Of several choices exactly the right ones; else any of the right answers. */
function isRight({ answers = [], tolerance = 0 }: Scoring, answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.length === answers.length && answers.every((value) => answer.includes(value))
  if (typeof answer === 'number')
    return answers.some((value) => typeof value === 'number' && Math.abs(answer - value) <= tolerance + ROUNDING * Math.abs(value))
  if (typeof answer !== 'string') return answers.includes(answer as boolean)
  return answers.some((value) => typeof value === 'string' && plainWords(value) === plainWords(answer))
}

/** A tolerance of 0.1 takes 3.1 for 3. */
const ROUNDING = 1e-12

/** Case, width of letters and spaces make no difference. */
function plainWords(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
}
