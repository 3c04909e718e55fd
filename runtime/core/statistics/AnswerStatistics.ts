/** What an operation of kind `statistics` answers: numbers of stored answers, question by question. Both sides speak of these shapes; nothing runs here. */
import type { LocalText } from '../documents.ts'

export interface AnswerStatistics {
  head: AnswerHead
  /** Answers that the questions count: submitted, and within the filters. */
  counted: number
  /** Groups of fewer answers than this are not shown; null: everything is. */
  smallest: number | null
  /** Why nothing is told of the questions. */
  withheld: Withheld | null
  questions: QuestionStatistics[]
}
/** few: there are fewer answers, or the others would be too few; combined: with `smallest`, one condition at a time; time: with `smallest`, no time. */
export type Withheld = 'few' | 'combined' | 'time'

/** Counts without the filters by answers and by time. */
export interface AnswerHead {
  submitted: number
  /** Null where drafts are no rows of the entity. */
  started: number | null
  /** Half of those who finished took no longer; null without starts. */
  medianSeconds: number | null
  /** Oldest first, without gaps. */
  days: { day: string; count: number }[]
  /** In the order of the newest form; null where nothing tells how far people came. */
  dropOff: { title: LocalText; reached: number; left: number }[] | null
}

/** choice: one value; choices: several; rows: how many rows a repeat group has; other: only counted. */
export type QuestionKind = 'choice' | 'choices' | 'number' | 'rows' | 'date' | 'text' | 'files' | 'other'

export interface QuestionFacts {
  /** Names the question in filters, cross tables and pages of texts: its path, and its kind when it has changed. */
  key: string
  /** Steps joined by dots. */
  path: string
  kind: QuestionKind
  title: LocalText
  /** Titles of the groups it stands in. */
  within: LocalText[]
  /** Counted are the rows of this repeat group, not the answers. */
  ofRows: boolean
  /** The field had another kind of answer in other versions, which are a question of their own. */
  changed: boolean
  /** In the newest version. */
  current: boolean
}
export interface QuestionStatistics extends QuestionFacts {
  /** Answers of versions that have the field. */
  asked: number
  /** Of those, hidden from the person by a rule; null when rules are too rich to be counted. */
  hidden: number | null
  /** Null: held back. */
  answered: number | null
  values: CountedValue[] | null
  /** Choices beyond those that are listed. */
  more: number
  numbers: NumberFacts | null
  dates: { unit: 'day' | 'week' | 'month' | 'year'; points: { from: string; count: number }[] } | null
  /** Held back so that no one can be found out. */
  withheld: boolean
}
export interface CountedValue {
  value: string
  label: LocalText
  /** Null: held back. */
  count: number | null
  /** Not offered by the newest version. */
  removed: boolean
}
/** Money in the unit of the currency. Null members are held back. */
export interface NumberFacts {
  mean: number | null
  median: number | null
  lower: number | null
  upper: number | null
  minimum: number | null
  maximum: number | null
  /** `to` is excluded, but in the last one; the same as `from` for whole numbers counted one by one. */
  bins: { from: number; to: number; count: number }[]
}

export interface CrossTable {
  smallest: number | null
  withheld: Withheld | null
  rows: QuestionFacts
  columns: QuestionFacts
  /** Answers that have both. */
  both: number
  /** Answers that lack one of them. */
  without: number
  columnLabels: { value: string; label: LocalText; count: number | null }[]
  lines: CrossLine[]
}
export interface CrossLine {
  value: string
  label: LocalText
  /** Null: held back. */
  count: number | null
  /** Of a question of choices, by column. */
  cells: (number | null)[]
  /** Of a number. */
  mean: number | null
  median: number | null
}

export interface AnswerTexts {
  total: number
  pageNum: number
  pageSize: number
  withheld: Withheld | null
  /** `at` is null where the time could tell who it was; those come in no order. */
  list: { text: string; at: string | null }[]
}
