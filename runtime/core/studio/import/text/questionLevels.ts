/** Which numbers of a text count its questions. People number parts, questions and options with `一、`, `1.` and `（1）` alike, so only the whole text tells. */
import { answerOf } from './answerKinds.ts'
import { asksSomething, type NumberStyle, numberedLine, optionOf } from './questionMarks.ts'

export interface QuestionLevels {
  question: NumberStyle
  /** What `（1）` below a question counts. */
  inner: 'questions' | 'options'
}

export function questionLevels(lines: readonly string[]): QuestionLevels {
  const styles = new Set(lines.flatMap((line) => numberedLine(line)?.style ?? []))
  if (styles.has('digit')) return { question: 'digit', inner: innerOf(lines, 'digit') }
  if (styles.has('innerDigit') && styles.has('numeral')) {
    const inner = innerOf(lines, 'numeral')
    return { question: inner === 'questions' ? 'innerDigit' : 'numeral', inner }
  }
  if (styles.has('innerDigit')) return { question: 'innerDigit', inner: 'questions' }
  if (styles.has('numeral')) return { question: 'numeral', inner: 'options' }
  return { question: 'digit', inner: 'options' }
}

/** `（1）` counts questions where one of them asks something or has options of its own, or where each stands for a kind of answer (a name, a phone number). */
function innerOf(lines: readonly string[], outer: NumberStyle): QuestionLevels['inner'] {
  const inner = lines.flatMap((line, at) => {
    const numbered = numberedLine(line)
    return numbered?.style === 'innerDigit' ? [{ title: numbered.title, next: lines[at + 1] ?? '' }] : []
  })
  if (inner.length === 0) return 'options'
  const asks = inner.some(({ title, next }) => asksSomething(title) || optionOf(next) !== null || isSpecific(title))
  // a number with nothing below it is a question, and so are those beside it
  const hasBareOuter = lines.some((line, at) => numberedLine(line)?.style === outer && isNextOuter(lines[at + 1], outer))
  return asks && !hasBareOuter ? 'questions' : 'options'
}

function isNextOuter(line: string | undefined, outer: NumberStyle): boolean {
  return line !== undefined && numberedLine(line)?.style === outer
}

function isSpecific(title: string): boolean {
  const { maxLength, ...rest } = answerOf(title)
  return maxLength !== 200 || Object.keys(rest).length > 1
}
