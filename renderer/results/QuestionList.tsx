import type { ReactNode } from 'react'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import type { AnswerStatistics, QuestionStatistics } from '../../runtime/core/statistics/AnswerStatistics.ts'
import { Chart, type Point } from '../Chart.tsx'
import { Empty } from '../widgets/light/Empty.tsx'
import { NotedBars } from './NotedBars.tsx'
import { Texts } from './Texts.tsx'
import { countText, numberText, titleOf } from './words.ts'

interface ListProps {
  call: string
  params: Record<string, unknown>
  statistics: AnswerStatistics
}

/** Results of each question, one after another. */
export function QuestionList({ call, params, statistics }: ListProps): ReactNode {
  if (statistics.questions.length === 0) return <Empty title={translate('results.none.title')} />
  return (
    <ol className="ag-results__questions">
      {statistics.questions.map((question) => (
        <li key={question.key} data-question={question.key}>
          <QuestionCard question={question} call={call} params={params} guarded={statistics.smallest !== null} />
        </li>
      ))}
    </ol>
  )
}

interface CardProps {
  question: QuestionStatistics
  call: string
  params: Record<string, unknown>
  guarded: boolean
}

function QuestionCard(props: CardProps): ReactNode {
  const { question } = props
  const title = titleOf(question)
  const note = <Note question={question} />
  if (question.withheld) return <NotedBars title={title} points={WITHHELD} note={translate('results.withheld.question')} />
  if (question.kind === 'text' && question.answered !== 0)
    return (
      <Card title={title} note={note}>
        <Texts {...props} title={title} />
      </Card>
    )
  const chart = chartOf(question)
  if (!chart) return <Card title={title} note={note} />
  return (
    <Chart kind={chart.kind} title={title} caption={title} points={chart.points} note={note}>
      {question.numbers && <Numbers question={question} />}
      {question.more > 0 && <p className="ag-results__note">{translate('results.more', { count: question.more })}</p>}
    </Chart>
  )
}

/** Of a day, `2026-11-21`. */
const SHOWN_LETTERS = { day: 10, week: 10, month: 7, year: 4 } as const
const WITHHELD: readonly Point[] = []

function Card({ title, note, children }: { title: string; note: ReactNode; children?: ReactNode }): ReactNode {
  return (
    <section className="ag-chart" aria-label={title}>
      <p className="ag-chart__title">{title}</p>
      {note}
      {children}
    </section>
  )
}

function Note({ question }: { question: QuestionStatistics }): ReactNode {
  const { asked, answered, hidden, kind, ofRows, changed, current, unreadable } = question
  const parts = [translate(`results.kind.${kind}`)]
  if (answered !== null) {
    parts.push(translate(ofRows ? 'results.answeredRows' : 'results.answered', { count: numberText(answered) }))
    const silent = asked - answered - (hidden ?? 0)
    if (silent > 0) parts.push(translate(hidden === null ? 'results.silentOrHidden' : 'results.silent', { count: numberText(silent) }))
    if (hidden) parts.push(translate('results.hidden', { count: numberText(hidden) }))
  }
  if (unreadable > 0) parts.push(translate('results.unreadable', { count: unreadable }))
  if (changed) parts.push(translate(current ? 'results.changed.now' : 'results.changed.before'))
  else if (!current) parts.push(translate('results.gone'))
  return <p className="ag-results__note">{parts.join(translate('results.separator'))}</p>
}

function chartOf(question: QuestionStatistics): { kind: 'bar' | 'bars' | 'line'; points: Point[] } | null {
  const { values, numbers, dates, answered } = question
  if (values) return { kind: 'bars', points: values.map(valuePoint(answered ?? 0)) }
  if (numbers && numbers.bins.length > 0)
    return { kind: 'bar', points: numbers.bins.map((bin) => ({ name: binName(bin), value: bin.count })) }
  if (numbers) return { kind: 'bars', points: [] }
  return dates
    ? {
        kind: 'bar',
        points: dates.points.map(({ from, count }) => ({ name: from.slice(0, SHOWN_LETTERS[dates.unit]), value: count })),
      }
    : null
}

const valuePoint =
  (answered: number) =>
  ({ label, count, removed }: NonNullable<QuestionStatistics['values']>[number]): Point => ({
    name: removed ? translate('results.removedOption', { label: resolveText(label) }) : resolveText(label),
    value: count ?? 0,
    words: count === null ? translate('results.few') : answered > 0 ? countText(count, answered) : numberText(count),
  })

function binName({ from, to }: { from: number; to: number }): string {
  return from === to ? numberText(from) : `${numberText(from)} – ${numberText(to)}`
}

function Numbers({ question: { numbers } }: { question: QuestionStatistics }): ReactNode {
  const facts = (['mean', 'median', 'lower', 'upper', 'minimum', 'maximum'] as const).filter((key) => numbers?.[key] !== null)
  return (
    <dl className="ag-results__numbers">
      {facts.map((key) => (
        <div key={key}>
          <dt>{translate(`results.number.${key}`)}</dt>
          <dd>{numberText(numbers![key]!)}</dd>
        </div>
      ))}
    </dl>
  )
}
