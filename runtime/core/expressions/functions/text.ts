import { wholeText } from '../../wholeText.ts'
import type { Budget } from '../Budget.ts'
import { EvaluationFault } from '../EvaluationFault.ts'
import { type FunctionEntry, functionEntry, PASS_NULLS } from '../FunctionEntry.ts'
import { compilePattern, isPatternCompiled } from '../regexEngine.ts'

export const textFunctions: readonly FunctionEntry[] = [
  functionEntry(
    'size(string): number',
    'Number of characters (code points); 0 for nothing.',
    ([s]: [string], budget) => sizeOf(s, budget),
    {
      whenNull: 0,
    },
  ),
  functionEntry(
    'string.size(): number',
    'Number of characters (code points); 0 for nothing.',
    ([s]: [string], budget) => sizeOf(s, budget),
    {
      whenNull: 0,
    },
  ),
  functionEntry('string.contains(string): boolean', 'Whether a text holds another.', ([s, part]: [string, string], budget) => {
    budget.spendSearch(s.length, part.length)
    return s.includes(part)
  }),
  functionEntry('string.startsWith(string): boolean', 'Whether a text begins with another.', ([s, part]: [string, string], budget) => {
    budget.spendText(part.length)
    return s.startsWith(part)
  }),
  functionEntry('string.endsWith(string): boolean', 'Whether a text ends with another.', ([s, part]: [string, string], budget) => {
    budget.spendText(part.length)
    return s.endsWith(part)
  }),
  functionEntry('string.matches(string): boolean', 'Whether some part of a text matches an RE2 pattern.', matches),
  functionEntry('matches(string, string): boolean', 'Whether some part of a text matches an RE2 pattern.', matches),
  functionEntry(
    'localText(string, string): dyn',
    'A text in Chinese and English, where one stands in for the other when that is empty; null when both are.',
    ([zh, en]: [string | null, string | null]) => wholeText(zh, en),
    { returnsOf: () => ({ fields: { zh: 'string', en: 'string' } }), whenNull: PASS_NULLS },
  ),
  functionEntry('string.lowerAscii(): string', 'ASCII letters in lower case.', ([s]: [string], budget) =>
    changed(
      s.replace(/[A-Z]+/g, (part) => part.toLowerCase()),
      budget,
    ),
  ),
  functionEntry('string.upperAscii(): string', 'ASCII letters in upper case.', ([s]: [string], budget) =>
    changed(
      s.replace(/[a-z]+/g, (part) => part.toUpperCase()),
      budget,
    ),
  ),
  functionEntry('string.trim(): string', 'The text without white space at both ends.', ([s]: [string], budget) => changed(trim(s), budget)),
  functionEntry('string.charAt(number): string', 'The character at a position from 0.', ([s, at]: [string, number], budget) => {
    const characters = charactersOf(s, budget)
    return characters[position(at, characters.length)] ?? ''
  }),
  functionEntry('string.indexOf(string): number', 'Where a text is first found, -1 when not.', ([s, part]: [string, string], budget) =>
    indexOf(s, part, 0, budget),
  ),
  functionEntry(
    'string.indexOf(string, number): number',
    'Where a text is first found from a position on.',
    ([s, part, from]: [string, string, number], budget) => indexOf(s, part, from, budget),
  ),
  functionEntry('string.lastIndexOf(string): number', 'Where a text is last found, -1 when not.', ([s, part]: [string, string], budget) =>
    lastIndexOf(s, part, null, budget),
  ),
  functionEntry(
    'string.lastIndexOf(string, number): number',
    'Where a text is last found up to a position.',
    ([s, part, from]: [string, string, number], budget) => lastIndexOf(s, part, from, budget),
  ),
  functionEntry('string.substring(number): string', 'The text from a position on.', ([s, from]: [string, number], budget) => {
    const characters = charactersOf(s, budget)
    return characters.slice(position(from, characters.length)).join('')
  }),
  functionEntry(
    'string.substring(number, number): string',
    'The text between two positions.',
    ([s, from, to]: [string, number, number], budget) => {
      const characters = charactersOf(s, budget)
      if (from > to) throw new EvaluationFault('substring ends before it starts')
      return characters.slice(position(from, characters.length), position(to, characters.length)).join('')
    },
  ),
  functionEntry(
    'string.replace(string, string): string',
    'Every occurrence of a text replaced.',
    ([s, part, by]: [string, string, string], budget) => replace(s, part, by, -1, budget),
  ),
  functionEntry(
    'string.replace(string, string, number): string',
    'The first n occurrences replaced.',
    ([s, part, by, n]: [string, string, string, number], budget) => replace(s, part, by, n, budget),
  ),
  functionEntry('string.split(string): list<string>', 'The parts between separators.', ([s, by]: [string, string], budget) =>
    split(s, by, -1, budget),
  ),
  functionEntry('string.split(string, number): list<string>', 'At most n parts.', ([s, by, n]: [string, string, number], budget) =>
    split(s, by, n, budget),
  ),
  functionEntry('string.reverse(): string', 'The characters in the other order.', ([s]: [string], budget) =>
    charactersOf(s, budget).reverse().join(''),
  ),
  functionEntry('list.join(): string', 'The texts of a list, one after another.', ([list]: [unknown[]], budget) => join(list, '', budget)),
  functionEntry('list.join(string): string', 'The texts of a list with a separator.', ([list, by]: [unknown[], string], budget) =>
    join(list, by, budget),
  ),
]

/** Unicode White_Space; `\s` has the byte order mark and lacks U+0085. */
const SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/

function trim(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && SPACE.test(text[start]!)) start++
  while (end > start && SPACE.test(text[end - 1]!)) end--
  return text.slice(start, end)
}

/** Compiling a pattern that is not written in the expression. */
const PATTERN_STEPS = 8_000

function matches([text, source]: readonly [string, string], budget: Budget): boolean {
  if (!isPatternCompiled(source)) budget.spend(PATTERN_STEPS)
  const pattern = compilePattern(source)
  budget.spend(Math.ceil((text.length * pattern.cost) / 8))
  return pattern.test(text)
}

function sizeOf(text: string, budget: Budget): number {
  budget.spend(text.length >> 4)
  let count = text.length
  for (let i = 0; i < text.length - 1; i++) if (isHigh(text.charCodeAt(i)) && isLow(text.charCodeAt(i + 1))) count--
  return count
}
const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff

function charactersOf(text: string, budget: Budget): string[] {
  budget.spend(text.length)
  return [...text]
}

function changed(text: string, budget: Budget): string {
  budget.spendText(text.length)
  return text
}

function position(at: number, length: number): number {
  if (Number.isInteger(at) && at >= 0 && at <= length) return at
  throw new EvaluationFault(`position ${at} is outside the text`)
}

function indexOf(text: string, part: string, from: number, budget: Budget): number {
  const characters = charactersOf(text, budget)
  budget.spendSearch(text.length, part.length)
  const start = position(from, characters.length)
  const found = text.indexOf(part, characters.slice(0, start).join('').length)
  return found < 0 ? -1 : [...text.slice(0, found)].length
}

function lastIndexOf(text: string, part: string, from: number | null, budget: Budget): number {
  const characters = charactersOf(text, budget)
  budget.spendSearch(text.length, part.length)
  const start = from === null ? characters.length : position(from, characters.length)
  const found = text.lastIndexOf(part, characters.slice(0, start).join('').length)
  return found < 0 ? -1 : [...text.slice(0, found)].length
}

function replace(text: string, part: string, by: string, times: number, budget: Budget): string {
  budget.spendSearch(text.length, part.length)
  budget.spend(text.length >> 1)
  const pieces = part === '' ? [...text] : text.split(part)
  const gaps = part === '' ? pieces.length + 1 : pieces.length - 1
  const count = times < 0 ? gaps : Math.min(times, gaps)
  budget.spendText(text.length + count * by.length)
  if (part === '') return pieces.map((piece, i) => (i < count ? by : '') + piece).join('') + (count > pieces.length ? by : '')
  return pieces.reduce((done, piece, i) => done + (i <= count ? by : part) + piece)
}

function split(text: string, by: string, limit: number, budget: Budget): string[] {
  budget.spend(text.length)
  if (limit === 0) return []
  const parts = by === '' ? [...text] : text.split(by)
  if (limit < 0 || parts.length <= limit) return parts
  return [...parts.slice(0, limit - 1), parts.slice(limit - 1).join(by)]
}

function join(list: readonly unknown[], by: string, budget: Budget): string {
  budget.spend(list.length)
  let length = 0
  for (const item of list) {
    if (typeof item !== 'string') throw new EvaluationFault('join() takes a list of texts')
    length += item.length + by.length
  }
  budget.spendText(length)
  return list.join(by)
}
