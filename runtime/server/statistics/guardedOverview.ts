/** One question of an anonymous form: no count of fewer people than the declared size, and none that follows by subtraction. The rule is that of exports
 *  (`shuffledColumns.ts`) and of cross tables; people without an answer to a choice are a group as well. */
import type { NumberFacts, QuestionStatistics } from '../../core/statistics/AnswerStatistics.ts'
import { shownGroups } from './smallGroups.ts'

/** Each part that a quartile cuts off holds at least the declared size. */
const QUARTERS = 4

/** Statistics of a question without groups smaller than `size`. */
export function guardedQuestion(question: QuestionStatistics, size: number): QuestionStatistics {
  const { kind, ofRows, asked, answered } = question
  const isFew = (count: number) => count > 0 && count < size
  // one person may have several rows of a group
  if (ofRows || isFew(asked) || isFew(answered ?? 0)) return withheldQuestion(question)
  if (kind === 'choice' || kind === 'choices') return guardedChoice(hideFewUnasked(question, size), size)
  return { ...hideFewUnasked(question, size), numbers: question.numbers && guardedNumbers(question.numbers, size) }
}

/** Only the fact that the question was asked. */
export function withheldQuestion(question: QuestionStatistics): QuestionStatistics {
  return { ...question, asked: 0, hidden: null, answered: null, values: null, numbers: null, dates: null, more: 0, withheld: true }
}

/** People who were not asked count with those without an answer when they are few. */
function hideFewUnasked(question: QuestionStatistics, size: number): QuestionStatistics {
  const { asked, answered, hidden } = question
  if (hidden === null || answered === null) return question
  const parts = [hidden, asked - answered - hidden]
  return parts.some((count) => count > 0 && count < size) ? { ...question, hidden: null } : question
}

function guardedChoice(question: QuestionStatistics, size: number): QuestionStatistics {
  const silent = question.asked - (question.answered ?? 0)
  const visible = question.kind === 'choice' ? visibleChoice(question, silent, size) : visibleChoices(question, silent, size)
  const answered = visible.silent ? question.answered : null
  return { ...question, ...visible.values, answered, hidden: answered === null ? null : question.hidden }
}

type VisibleValues = { values: Pick<QuestionStatistics, 'values'>; silent: boolean }

/** Values divide people into groups, together with unlisted values and missing answers. */
function visibleChoice({ values, answered }: QuestionStatistics, silent: number, size: number): VisibleValues {
  const counts = (values ?? []).map(({ count }) => count ?? 0)
  const unlisted = (answered ?? 0) - counts.reduce((sum, count) => sum + count, 0)
  const may = shownGroups([...counts, unlisted, silent], size)
  return { values: { values: (values ?? []).map((each, at) => (may[at] ? each : { ...each, count: null })) }, silent: may.at(-1)! }
}

/** Each value divides people into those who chose it, those who did not, and those without an answer. */
function visibleChoices({ values, answered }: QuestionStatistics, silent: number, size: number): VisibleValues {
  const may = (values ?? []).map(({ count }) => shownGroups([count ?? 0, (answered ?? 0) - (count ?? 0), silent], size)[0])
  const isSilentShown = shownGroups([answered ?? 0, silent], size)[1]!
  return { values: { values: (values ?? []).map((each, at) => (may[at] ? each : { ...each, count: null })) }, silent: isSilentShown }
}

/** The smallest and the greatest number are each one person's. */
function guardedNumbers({ bins, ...facts }: NumberFacts, size: number): NumberFacts {
  const total = bins.reduce((sum, { count }) => sum + count, 0)
  const quartiles = total >= QUARTERS * size ? {} : { lower: null, upper: null }
  return { ...facts, ...quartiles, minimum: null, maximum: null, bins: wideBins(bins, size) }
}

/** Merges neighbours until each holds enough; a remainder at the end joins the bin before. */
function wideBins(bins: NumberFacts['bins'], size: number): NumberFacts['bins'] {
  const wide: NumberFacts['bins'] = []
  for (const [at, bin] of bins.entries()) {
    const last = wide.at(-1)
    const rest = bins.slice(at).reduce((sum, { count }) => sum + count, 0)
    if (last && (last.count < size || rest < size)) wide.splice(-1, 1, { from: last.from, to: bin.to, count: last.count + bin.count })
    else wide.push(bin)
  }
  return wide
}
