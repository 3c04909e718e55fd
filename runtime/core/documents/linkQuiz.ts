/** Checks of a quiz: right answers and points that the question can have, and words that some share of the points brings. */
import type { FormDocument, FormField } from '../documents.ts'
import { isScorable } from '../form/scoreAnswers.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer, show } from './failure.ts'
import type { PlacedField } from './formFields.ts'
import type { Linker } from './linker.ts'
import { valuesOf } from './neverTrue.ts'
import { suggest } from './suggest.ts'

interface Place {
  document: LinkedDocument
  path: string
}
type Scoring = NonNullable<FormField['x-score']>

/** The form as a whole. */
export function linkQuiz(linker: Linker, document: LinkedDocument, form: FormDocument, fields: readonly PlacedField[]): void {
  const place = { document, path: '/quiz' }
  if (!form.quiz) return
  if (!fields.some(({ field }) => field['x-score'] !== undefined))
    report(linker, place, ['a question with points', 'none', 'add "x-score" to a question, or remove "quiz"'])
  const seen = new Set<number>()
  for (const [index, { from }] of (form.quiz.results ?? []).entries()) {
    const here = `/quiz/results/${index}/from`
    if (seen.has(from)) linker.report(document, { code: 'CODE_DUPLICATE', path: here, ...wants('each share once', from) })
    seen.add(from)
  }
}

/** One question. */
export function linkScore(linker: Linker, document: LinkedDocument, placed: PlacedField): void {
  const { field } = placed
  const scoring = field['x-score']
  if (scoring === undefined) return
  const place = { document, path: pointer(placed.path, 'x-score') }
  const misfit = misfitOf(placed, scoring)
  if (misfit) report(linker, place, misfit)
  else {
    linkAnswers(linker, place, field, scoring)
    linkOptionPoints(linker, place, field, scoring)
  }
}

type Words = [expected: string, found: string, suggestion: string]

function misfitOf({ field, row }: PlacedField, { answers, options }: Scoring): Words | null {
  const remove = 'remove "x-score"'
  if (row !== null) return ['a question that is asked once', 'a field of a row', remove]
  if (!isScorable(field)) return ['a question that is answered with a text, a number, yes or no, or options', nameOf(field), remove]
  const expected = '"answers" or "options", one of the two'
  if (answers === undefined && options === undefined) return [expected, 'neither', 'say which answers are right']
  return answers !== undefined && options !== undefined ? [expected, 'both', 'remove one'] : null
}

function linkAnswers(linker: Linker, place: Place, field: FormField, { answers = [], tolerance }: Scoring): void {
  const type = typeOf(field)
  if (tolerance !== undefined && type !== 'number' && type !== 'integer')
    report(linker, at(place, 'tolerance'), ['a tolerance of a number', `a field of the type ${type}`, 'remove "tolerance"'])
  for (const [index, answer] of answers.entries()) linkValue(linker, at(at(place, 'answers'), index), field, answer)
}

function linkOptionPoints(linker: Linker, place: Place, field: FormField, { options, points: ofAnswers }: Scoring): void {
  if (options === undefined) return
  const here = at(place, 'options')
  if (ofAnswers !== undefined) report(linker, at(place, 'points'), ['points in "options" alone', show(ofAnswers), 'remove "points"'])
  const isListed = valuesOf(field, (id) => linker.codes(id)) !== undefined
  if (!isListed)
    report(linker, here, ['options that the form itself lists, or those of an enum', 'other options', 'write "answers" instead'])
  if (options.every(({ points }) => points <= 0))
    report(linker, here, ['an option with points above 0', 'none', 'give the best option points, or remove "x-score"'])
  const seen = new Set<unknown>()
  for (const [index, { value }] of options.entries()) {
    const path = at(at(here, index), 'value')
    if (seen.has(value)) linker.report(place.document, { code: 'OPTION_DUPLICATE', path: path.path, ...wants('each value once', value) })
    else if (isListed) linkValue(linker, path, field, value)
    seen.add(value)
  }
}

/** A value that the question takes: of several choices, one of them. */
function linkValue(linker: Linker, place: Place, field: FormField, value: unknown): void {
  const known = valuesOf(field, (id) => linker.codes(id))
  const type = typeOf(field) === 'array' ? typeOf(field.items ?? {}) : typeOf(field)
  if (known && !known.includes(value))
    report(linker, place, [`one of ${known.join(', ')}`, show(value), suggest(String(value), known.map(String))])
  else if (!known && typeof value !== (type === 'integer' ? 'number' : type))
    report(linker, place, [`a value of the type ${type}`, show(value), 'write an answer that the question takes'])
}

function typeOf({ type }: Pick<FormField, 'type'>): string | undefined {
  return [type].flat().find((each) => each !== 'null')
}

function nameOf(field: FormField): string {
  return field['x-computed'] === undefined ? `a field of the kind ${field['x-widget'] ?? typeOf(field) ?? 'any'}` : 'a computed field'
}

function at({ document, path }: Place, key: string | number): Place {
  return { document, path: pointer(path, key) }
}

function wants(expected: string, found: unknown) {
  return { expected, found: show(found), suggestion: 'remove one of the two' }
}

function report(linker: Linker, { document, path }: Place, [expected, found, suggestion]: Words): void {
  linker.report(document, { code: 'FIELD_TYPE', path, expected, found, suggestion })
}
