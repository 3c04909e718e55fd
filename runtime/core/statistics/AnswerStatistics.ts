/** Reply of an operation of kind `statistics`: results of stored answers by question. Types only, shared by server and browser. */
import type { LocalText } from '../documents.ts'

export interface AnswerStatistics {
  head: AnswerHead
  /** Number of submitted answers that match the filters. */
  counted: number
  /** Least size of a group that is shown; null for no limit. */
  smallest: number | null
  /** Why the questions are withheld; null when they are shown. */
  withheld: Withheld | null
  questions: QuestionStatistics[]
}
/** few: the matching or the remaining answers are fewer than `smallest`; combined: `smallest` allows one filter at a time; time: `smallest` allows no filter by time. */
export type Withheld = 'few' | 'combined' | 'time'

/** Figures of all answers, without filters by answers and time. */
export interface AnswerHead {
  submitted: number
  /** Null when drafts are not rows of the entity. */
  started: number | null
  /** Median time to finish, seconds; null without start times. */
  medianSeconds: number | null
  /** Oldest first, without gaps. */
  days: { day: string; count: number }[]
  /** Reach and drop-off of each question, in the order of the newest form; null when drafts do not record the last question. */
  dropOff: { title: LocalText; reached: number; left: number }[] | null
}

/** choice: single choice; choices: multiple choice; rows: number of rows of a repeat group; other: only the number of answers. */
export type QuestionKind = 'choice' | 'choices' | 'number' | 'rows' | 'date' | 'text' | 'files' | 'other'

export interface QuestionFacts {
  /** Id of the question in filters, cross tables and text pages: its path, with its kind if that has changed. */
  key: string
  /** Steps joined by dots. */
  path: string
  kind: QuestionKind
  title: LocalText
  /** Titles of the groups around it, outermost first. */
  within: LocalText[]
  /** True when it counts rows of a repeat group instead of answers. */
  ofRows: boolean
  /** The field had another kind in other versions; those are counted as a separate question. */
  changed: boolean
  /** Whether the newest version has it. */
  current: boolean
}
export interface QuestionStatistics extends QuestionFacts {
  /** Number of answers to versions that have the field. */
  asked: number
  /** Of those, answers in which a rule hid the field; null when the rules cannot be evaluated in SQL. */
  hidden: number | null
  /** Number of answers; null when withheld. */
  answered: number | null
  values: CountedValue[] | null
  /** Number of further values that are not listed. */
  more: number
  numbers: NumberFacts | null
  dates: { unit: 'day' | 'week' | 'month' | 'year'; points: { from: string; count: number }[] } | null
  /** Of the answers, those that are no number or day within the range of the platform; they are in no figure. */
  unreadable: number
  /** Withheld, so that no one can be identified. */
  withheld: boolean
}
export interface CountedValue {
  value: string
  label: LocalText
  /** Null: withheld. */
  count: number | null
  /** True for a value that the newest version does not offer. */
  removed: boolean
}
/** Money in the unit of the currency. Null members are withheld. */
export interface NumberFacts {
  mean: number | null
  median: number | null
  lower: number | null
  upper: number | null
  minimum: number | null
  maximum: number | null
  /** `to` is excluded, except in the last one; equal to `from` for whole numbers counted one by one. */
  bins: { from: number; to: number; count: number }[]
}

export interface CrossTable {
  smallest: number | null
  withheld: Withheld | null
  rows: QuestionFacts
  columns: QuestionFacts
  /** Number of answers to both questions. */
  both: number
  /** Number of answers that lack one of them. */
  without: number
  columnLabels: { value: string; label: LocalText; count: number | null }[]
  lines: CrossLine[]
}
export interface CrossLine {
  value: string
  label: LocalText
  /** Null: withheld. */
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
  /** `at` is null when the time could identify the author; those texts are in no order. */
  list: { text: string; at: string | null }[]
}
