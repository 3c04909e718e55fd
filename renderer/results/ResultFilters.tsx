import { type ReactNode, useState } from 'react'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import type { FormField, LocalText } from '../../runtime/core/documents.ts'
import type { QuestionStatistics } from '../../runtime/core/statistics/AnswerStatistics.ts'
import { FilterChips, type SetFilter } from '../filters/FilterChips.tsx'
import { FilterField } from '../filters/FilterField.tsx'
import { readRange, writeRange } from '../filters/rangeText.ts'
import { titleOf } from './words.ts'

export interface Narrowing {
  /** Question -> value. */
  only: Record<string, string>
  /** Days, empty when open. */
  from: string
  to: string
}
interface FiltersProps {
  questions: readonly QuestionStatistics[]
  guarded: boolean
  narrowing: Narrowing
  change(narrowing: Narrowing): void
}

/** Filters of the statistics: one option of a question, and dates. In anonymous forms one option at a time and no dates. */
export function ResultFilters({ questions, guarded, narrowing, change }: FiltersProps): ReactNode {
  const [asked, setAsked] = useState('')
  const fitting = questions.filter(({ kind, ofRows }) => (kind === 'choice' || kind === 'choices') && !ofRows)
  const chosen = fitting.find(({ key }) => key === asked)
  const choose = (key: string, value: string) => {
    const { [key]: _, ...others } = guarded ? { [key]: '' } : narrowing.only
    change({ ...narrowing, only: value ? { ...others, [key]: value } : others })
  }
  const days = writeRange(narrowing.from, narrowing.to)
  const setDays = (text: string) => {
    const [from, to] = readRange(text)
    change({ ...narrowing, from, to })
  }
  const set: SetFilter[] = Object.entries(narrowing.only).flatMap(([key, value]) => {
    const question = fitting.find((each) => each.key === key)
    return question ? [{ key, field: valueField(question), values: [value], remove: () => choose(key, '') }] : []
  })
  if (days) set.push({ key: '.days', field: DAYS(), values: [days], remove: () => setDays('') })
  return (
    <div className="ag-results__filters">
      <div className="ag-results__row">
        {fitting.length > 0 && (
          <FilterField
            name="question"
            field={questionField(fitting)}
            value={asked ? [asked] : []}
            layout="bar"
            onChange={(value) => setAsked(String(value))}
          />
        )}
        {chosen && (
          <FilterField
            key={chosen.key}
            name="answer"
            field={valueField(chosen)}
            value={narrowing.only[chosen.key] ? [narrowing.only[chosen.key]!] : []}
            layout="bar"
            onChange={(value) => choose(chosen.key, String(value))}
          />
        )}
        {!guarded && (
          <FilterField name="days" field={DAYS()} value={days ? [days] : []} layout="bar" onChange={(value) => setDays(String(value))} />
        )}
      </div>
      <FilterChips filters={set} clear={() => change({ only: {}, from: '', to: '' })} />
    </div>
  )
}

function questionField(questions: readonly QuestionStatistics[]): FormField {
  return {
    type: 'string',
    title: both('results.filter.question'),
    'x-placeholder': both('results.filter.everybody'),
    'x-options': questions.map((question) => ({ value: question.key, label: titleOf(question) })),
  }
}

function valueField(question: QuestionStatistics): FormField {
  return {
    type: 'string',
    title: titleOf(question),
    'x-options': (question.values ?? []).map(({ value, label }) => ({ value, label: resolveText(label) })),
  }
}

const DAYS = (): FormField => ({
  type: 'string',
  format: 'date',
  title: both('results.filter.days'),
  'x-range': { from: 'from', to: 'to' },
})

function both(key: string): LocalText {
  const words = translate(key)
  return { zh: words, en: words }
}
