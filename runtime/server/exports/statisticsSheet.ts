/** The tables of statistics as rows of a sheet: one line for each value of each question. */
import type { LocalText } from '../../core/documents.ts'
import type { AnswerStatistics, NumberFacts, QuestionStatistics } from '../../core/statistics/AnswerStatistics.ts'
import { localText } from '../screens/localText.ts'
import type { ExportColumn } from './exportColumns.ts'
import type { ExportContext } from './exportContext.ts'

interface Line extends Record<string, unknown> {
  question: string
  value: string
  count: number | null
  share: number | null
}
const COLUMNS = ['question', 'value', 'count', 'share'] as const
const FACTS = ['mean', 'median', 'lower', 'upper', 'minimum', 'maximum'] as const satisfies (keyof NumberFacts)[]
const SHARE_DIGITS = 4

export function statisticsSheet(statistics: AnswerStatistics, context: ExportContext) {
  const words = (key: string) => localText(context.platform, context.lang, key)
  const columns = COLUMNS.map(
    (name): ExportColumn => ({ title: words(`@export.${name}`), value: (row) => row[name] as string | number | null }),
  )
  const rows = statistics.withheld ? [] : statistics.questions.flatMap((question) => linesOf(question, context))
  return { title: words('@export.statistics'), columns, rows: [rows] as Iterable<Record<string, unknown>[]> }
}

function linesOf(question: QuestionStatistics, { platform, lang }: ExportContext): Line[] {
  const words = (key: string) => localText(platform, lang, key)
  const own = (text: LocalText) => text[lang]
  const title = [...question.within, question.title].map(own).join(' / ')
  const { answered, values, numbers, dates, unreadable } = question
  const line = (value: string, count: number | null, whole: number | null = answered): Line => ({
    question: title,
    value,
    count,
    share: count === null || !whole ? null : Number((count / whole).toFixed(SHARE_DIGITS)),
  })
  const figures = numbers
    ? FACTS.flatMap((fact) => (numbers[fact] === null ? [] : [{ ...line(words(`@results.number.${fact}`), numbers[fact]), share: null }]))
    : []
  return [
    line(words('@export.answered'), answered, question.asked),
    ...(values ?? []).map((each) => line(own(each.label), each.count)),
    ...figures,
    ...(numbers?.bins ?? []).map((bin) => line(bin.from === bin.to ? String(bin.from) : `${bin.from} – ${bin.to}`, bin.count)),
    ...(dates?.points ?? []).map((point) => line(point.from, point.count)),
    ...(unreadable > 0 ? [line(words('@export.unreadable'), unreadable)] : []),
  ]
}
