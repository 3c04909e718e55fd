/** Marks of questions in a text: numbers, options, kinds in brackets, what is required.
 *  allowed text: marks in both languages, whatever the language of the screen. */

import type { FormField } from '../../../documents.ts'
import { kindOf, type MarkedKind, scaleOf } from './answerKinds.ts'

export const NEEDED = /[（([【]\s*(?:必填|必答|required)\s*[)）\]】]|[*＊]/i
const FREE = /[（([【]\s*(?:选填|可不填|optional)\s*[)）\]】]/i
const SEVERAL =
  /[（([【]?\s*(?:可多选|多选题?|不定项选择|多项选择|select all(?: that apply)?|choose (?:all|several|any)|multiple (?:choice|answers|select))\s*[)）\]】]?/i
/** A mark in brackets, as `[单选题]`, `【量表题】` or `(多行)`. */
const BRACKETS = /\[([^[\]]{1,12})\]|【([^【】]{1,12})】|（([^（）]{1,12})）|\(([^()]{1,12})\)/g
/** A mark that says it is a kind of question, known or not. */
const SAYS_KIND = /题$|^question$/i

export interface MarkedTitle {
  title: string
  isRequired: boolean
  kind: MarkedKind | null
  /** Steps of a rating that the title names. */
  scale: FormField | null
  /** Kinds in brackets that a form has not. */
  unknown: string[]
}

/** A title without its marks, and what they say. */
export function readMarks(raw: string): MarkedTitle {
  const unknown: string[] = []
  let kind: MarkedKind | null = null
  let scale: FormField | null = null
  const unmarked = raw.replace(BRACKETS, (whole, ...groups: (string | undefined)[]) => {
    const words = groups
      .slice(0, 4)
      .find((group) => group !== undefined)!
      .trim()
    const steps = /^\d{1,2}\s*分?\s*[-–—~～至到]\s*\d{1,2}\s*分?$/.test(words) ? scaleOf(words) : null
    if (steps) {
      scale = steps
      return ''
    }
    const isMark = SAYS_KIND.test(words) || whole.startsWith('[') || whole.startsWith('【') || isKindAlone(words)
    const found = isMark ? kindOf(words) : null
    if (found) kind = narrower(kind, found)
    else if (SAYS_KIND.test(words)) unknown.push(words)
    return found || SAYS_KIND.test(words) ? '' : whole
  })
  const isSeveral = SEVERAL.test(raw)
  return {
    title: titleOf(unmarked) || raw,
    isRequired: NEEDED.test(raw) && !FREE.test(raw),
    kind: kind ?? (isSeveral ? { choice: 'several' } : scale ? { rating: true } : null),
    scale,
    unknown,
  }
}

/** `(多行)` and `(单选)` are marks; `(手机号或邮箱)` belongs to the title. */
const ALONE =
  /^(?:单选|多选|可多选|必选单选|下拉|排序|评分|打分|量表|填空|单行|多行|问答|简答|上传|日期|时间|数字|矩阵|文本|单行文本|多行文本|choose one|select one|single choice|multiple choice|select all that apply|rating|ranking|long text|short text)$/i

function isKindAlone(words: string): boolean {
  return ALONE.test(words)
}

/** Of `（填空）(多行)` the second says more. */
function narrower(known: MarkedKind | null, found: MarkedKind): MarkedKind {
  if (known === null) return found
  return 'answer' in found && isOneLine(found.answer) ? known : found
}

/** Whether a kind of answer is one line of text and nothing more. */
export function isOneLine(answer: FormField): boolean {
  return Object.keys(answer).every((key) => key === 'type' || key === 'maxLength') && answer.type === 'string'
}

function titleOf(unmarked: string): string {
  return unmarked
    .replace(SEVERAL, '')
    .replace(NEEDED, '')
    .replace(FREE, '')
    .replaceAll(/_{2,}/g, '')
    .replace(/[:：]\s*$/, '')
    .replaceAll(/\s{2,}/g, ' ')
    .trim()
}

/** Whether words ask something, by their marks. */
export function asksSomething(words: string): boolean {
  const { kind, unknown } = readMarks(words)
  return /[?？]\s*$|[:：]?\s*_{2,}/.test(words) || NEEDED.test(words) || SEVERAL.test(words) || kind !== null || unknown.length > 0
}

// ---------------------------------------------------------------------------------------------------------- numbers

/** What the number of a line is written as. */
export type NumberStyle = 'part' | 'numeral' | 'innerNumeral' | 'digit' | 'innerDigit'

const STYLES: [NumberStyle, RegExp][] = [
  [
    'part',
    /^(?:第[一二三四五六七八九十\d]+(?:部分|步|页|章|节)[：:、\s]*|(?:Part|Section|Page)\s+(?:\d+|[A-Z]|[IVX]+)\b[.:：、)\s-]*|#{1,3}\s+)\s*(?<title>.*)$/i,
  ],
  ['numeral', /^[一二三四五六七八九十百]+[、.．]\s*(?<title>.*)$/],
  ['innerNumeral', /^[（(][一二三四五六七八九十百]+[)）]\s*(?<title>.*)$/],
  ['digit', /^(?:(?:Q|问题)?\s*\d{1,3}\s*[.．、)）:：]|Q\s*[:：])\s*(?<title>.+)$/i],
  ['innerDigit', /^[（(]\d{1,3}[)）]\s*(?<title>.+)$/],
]

/** How a line is numbered, and its words. */
export function numberedLine(line: string): { style: NumberStyle; title: string } | null {
  for (const [style, pattern] of STYLES) {
    const title = pattern.exec(line)?.groups?.title
    if (title !== undefined) return { style, title: title.trim() }
  }
  return null
}

const OPTION =
  /^(?:[（(]?(?<letter>[A-Za-z])\s*[.．、)）:：]|[（(][A-Za-z][)）]|[-*•·●○◯□☐☑◻▢▪]|[（(]\s*[)）]|\[\s?[xX]?\]|[①-⑳])\s*(?<label>.+)$/u

/** The words of an option behind its mark; null for a line that is none. */
export function optionOf(line: string): string | null {
  return OPTION.exec(line)?.groups?.label ?? null
}

const HINT = /^(?:说明|备注|提示|注|Note|Help|Hint)\s*[:：]\s*(?<text>.+)$/i

/** The words of a line that helps with the question above; null for another. */
export function hintOf(line: string): string | null {
  return HINT.exec(line)?.groups?.text ?? null
}
