/** Answers to anonymous forms: the values of a question whose groups are large enough, and the answers of one such group. A group's answers are a
 *  line of the cross tables of its question, so that a filter shows nothing that a table hides. */
import type { QuestionStatistics } from '../../core/statistics/AnswerStatistics.ts'
import type { CountContext } from './countAnswers.ts'
import { type CrossCounts, cellsOf, crossCounts, crossTable } from './crossAnswers.ts'
import { withheldQuestion } from './guardedOverview.ts'
import type { Question } from './questions.ts'
import { shownGroups } from './smallGroups.ts'

/** A question whose answers divide people into groups. */
export function isGrouping({ kind, ofRows }: Question): boolean {
  return !ofRows && (kind === 'choice' || kind === 'choices')
}

export interface Guard {
  size: number
  /** Values whose groups may be shown; null is the group of those who did not answer. */
  shown(question: Question): Promise<ReadonlySet<string | null>>
  /** The tables of a question with all others. */
  tables(question: Question): Promise<Map<Question, CrossCounts>>
}

/** Decides which counts may be shown. @param size  smallest group that may be shown */
export function createGuard(context: CountContext, questions: readonly Question[], size: number): Guard {
  const grouping = questions.filter(isGrouping)
  const known = new Map<Question, Promise<Map<Question, CrossCounts>>>()
  const tables = (question: Question) => {
    const asked = known.get(question) ?? allTables(context, question, grouping)
    known.set(question, asked)
    return asked
  }
  return { size, tables, shown: async (question) => shownValues(question, await tables(question), size) }
}

async function allTables(context: CountContext, question: Question, others: readonly Question[]): Promise<Map<Question, CrossCounts>> {
  const tables = new Map<Question, CrossCounts>()
  for (const other of others) tables.set(other, await crossCounts(context, question, other))
  return tables
}

function shownValues(question: Question, tables: ReadonlyMap<Question, CrossCounts>, size: number): ReadonlySet<string | null> {
  const own = tables.get(question)!
  const values = own.rows
  const counts = values.map((value) => own.row(value))
  const nested = values.map((value, at) => isAlmostAnother(value, counts[at]!, tables, size))
  const may =
    question.kind === 'choices'
      ? counts.map((count) => count >= size && (own.total === count || own.total - count >= size))
      : shownGroups(counts, size, nested)
  return new Set(values.filter((_, at) => may[at] && !nested[at]))
}

/** Nearly all who gave another answer are in this group: the few others would be found by subtracting one from the other. */
function isAlmostAnother(value: string | null, count: number, tables: ReadonlyMap<Question, CrossCounts>, size: number): boolean {
  for (const table of tables.values()) {
    for (const column of table.columns) {
      const rest = table.column(column) - count
      if (table.cell(value, column) === count && rest > 0 && rest < size) return true
    }
  }
  return false
}

/** Answers of the group that gave one value. Only what tables show: counts of choices and means of numbers. */
export async function guardedAnswers(
  context: CountContext,
  { guard, group, value, all }: { guard: Guard; group: Question; value: string; all: ReadonlyMap<Question, QuestionStatistics> },
): Promise<QuestionStatistics[]> {
  const tables = await guard.tables(group)
  const rows = await guard.shown(group)
  const results: QuestionStatistics[] = []
  for (const [question, whole] of all) {
    const base = withheldQuestion(whole)
    if (question === group) results.push({ ...base, withheld: true })
    else if (isGrouping(question)) {
      const shown = { size: guard.size, rows, columns: await guard.shown(question) }
      const values = whole.values ?? []
      const tops = values.map((each) => each.value)
      const lines = tables.get(group)!.rows.filter((row) => row !== null)
      const cells = cellsOf(tables.get(question)!, { rows: group, columns: question, lines, tops }, shown)[lines.indexOf(value)]
      const visible = values.map((each, at) => ({ ...each, count: cells?.[at]?.shown ? cells[at].count : null }))
      results.push({ ...base, values: visible, withheld: visible.every(({ count }) => count === null) })
    } else if (question.kind === 'number' && !question.ofRows) {
      const table = await crossTable(context, {
        rows: group,
        columns: question,
        facts: () => whole,
        shown: { size: guard.size, rows, columns: new Set() },
      })
      const line = table.lines.find((each) => each.value === value)
      const mean = line?.mean ?? null
      const numbers = { mean, median: null, lower: null, upper: null, minimum: null, maximum: null, bins: [] }
      results.push(mean === null ? base : { ...base, answered: line!.count ?? 0, numbers, withheld: false })
    } else results.push(base)
  }
  return results
}
