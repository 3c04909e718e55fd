/** Right answers and points of a question as the panel of the designer edits them. */
import { valuesOf } from '../documents/neverTrue.ts'
import type { EnumDocument, FormDocument, FormField, Text } from '../documents.ts'
import { compileForm } from '../form/compileForm.ts'
import { scoreAnswers } from '../form/scoreAnswers.ts'

export type Scoring = NonNullable<FormField['x-score']>
export type AnswerValue = string | number | boolean
type Enums = Readonly<Record<string, EnumDocument>>

export interface AnswerChoice {
  value: AnswerValue
  /** Null: yes or no. */
  label: Text | null
}

/** What the right answers of a question are chosen from; null when they are typed. */
export function answerChoices(field: FormField, enums: Enums): AnswerChoice[] | null {
  const values = valuesOf(field, (id) => enums[id]?.values.map(({ code }) => code)) as AnswerValue[] | undefined
  if (!values) return null
  const options = field['x-options'] ?? field.items?.['x-options']
  return values.map((value) => ({ value, label: typeof value === 'boolean' ? null : labelOf(value, options, enums) }))
}

function labelOf(value: AnswerValue, options: FormField['x-options'], enums: Enums): Text {
  const found = Array.isArray(options)
    ? options.find((option) => option.value === value)?.label
    : options && 'enum' in options
      ? enums[options.enum]?.values.find(({ code }) => code === value)?.label
      : undefined
  return found ?? { zh: String(value), en: String(value) }
}

/** Right answers typed one a line; of a number, the lines that are numbers. */
export function typedAnswers(text: string, isNumber: boolean): AnswerValue[] {
  const lines = [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== '')
  return isNumber ? lines.map(Number).filter(Number.isFinite) : lines
}

/** The points that all questions together can bring; 0 while none has any, or a rule cannot be read yet. */
export function pointsInAll(form: FormDocument, now: string): number {
  try {
    const bare = JSON.parse(JSON.stringify(form), (key, value) => (key === 'x-visibleWhen' ? undefined : value)) as FormDocument
    return scoreAnswers(compileForm(bare), {}, { permissions: [], now })?.maximum ?? 0
  } catch {
    return 0
  }
}
