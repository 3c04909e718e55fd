/** The text of a cell -> the answer that it means. What cannot be read stays a text: the rules of the form then say what is wrong with it. Pure. */
import { normaliseIdentifier, normaliseText, searchForm } from '../../../runtime/core/values/normaliseText.ts'
import { type OptionWord, optionOf } from './optionWords.ts'
import type { TargetKind } from './targets.ts'

// allowed text: how people write yes and no, whatever the language of the screen
const YES: readonly string[] = ['是', '有', '同意', '对', 'yes', 'y', 'true', '1', '√', '✓', '✔']
const NO: readonly string[] = ['否', '无', '不同意', 'no', 'n', 'false', '0', '×', '✗']
// allowed text: signs between values, and dates as people write them
const BETWEEN = /[;；、,，\n|]/
const SPAN = /\s*(?:~|～|至|到| to | - |——|—)\s*/
const DAY = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/
const PLAIN_DAY = /^(\d{4})(\d{2})(\d{2})$/
const MOMENT = /^(.*?)[\sT]+(\d{1,2}):(\d{2})(?::\d{2})?$/
const STEPS = /\s*[/>＞／]\s*/
const MINOR_UNITS = 100

/** @param words  options that are known; null where a call answers them or there are none
 *  @param zone  `+08:00`, of times */
export function readCell(text: string, kind: TargetKind, words: readonly OptionWord[] | null, zone: string): unknown {
  const plain = normaliseText(text)
  if (plain === '') return undefined
  return READ[kind](plain, words, zone)
}

const READ: Readonly<Record<TargetKind, (text: string, words: readonly OptionWord[] | null, zone: string) => unknown>> = {
  text: (text) => text,
  number: (text) => numberOf(text) ?? text,
  money: (text) => {
    const amount = numberOf(text.replace(/[¥￥元]/g, ''))
    return amount === null ? text : Math.round(amount * MINOR_UNITS)
  },
  boolean: (text) => {
    const word = searchForm(text)
    return YES.includes(word) ? true : NO.includes(word) ? false : text
  },
  date: dayOf,
  moment: (text, _words, zone) => {
    const found = MOMENT.exec(normaliseIdentifier(text))
    return found ? `${dayOf(found[1]!)}T${found[2]!.padStart(2, '0')}:${found[3]}:00${zone}` : text
  },
  span: (text) => {
    const ends = text.split(SPAN)
    return ends.length === 2 ? ends.map(dayOf) : text
  },
  choice: (text, words) => (words ? (optionOf(words, text)?.value ?? text) : text),
  choices: (text, words) => {
    const one = words && optionOf(words, text)
    if (one) return [one.value]
    const parts = text
      .split(BETWEEN)
      .map((part) => part.trim())
      .filter((part) => part !== '')
    return [...new Set(parts.map((part) => (words ? (optionOf(words, part)?.value ?? part) : part)))]
  },
  path: (text, words) => (words ? pathOf(text, words) : text.split(STEPS)),
}

function numberOf(text: string): number | null {
  const plain = normaliseIdentifier(text).replace(/,(?=\d{3}\b)/g, '')
  const number = Number(plain)
  return plain === '' || !Number.isFinite(number) || !/^[+-]?[\d.]+(?:e[+-]?\d+)?$/i.test(plain) ? null : number
}

function dayOf(text: string): string {
  const plain = normaliseIdentifier(text)
  const found = DAY.exec(plain) ?? PLAIN_DAY.exec(plain)
  return found ? `${found[1]}-${found[2]!.padStart(2, '0')}-${found[3]!.padStart(2, '0')}` : plain
}

/** The steps as they are written, or the only way to a leaf of that name. */
function pathOf(text: string, words: readonly OptionWord[]): unknown {
  const whole = optionWay(text, words)
  if (whole) return whole
  const way: unknown[] = []
  let level = words
  for (const step of text.split(STEPS)) {
    const found = optionOf(level, step)
    if (!found) return [...way, step]
    way.push(found.value)
    level = found.children
  }
  return way
}

function optionWay(text: string, words: readonly OptionWord[]): unknown[] | null {
  const ways = waysTo(text, words)
  return ways.length === 1 ? ways[0]! : null
}

function waysTo(text: string, words: readonly OptionWord[]): unknown[][] {
  return words.flatMap((option) => {
    const below = waysTo(text, option.children).map((way) => [option.value, ...way])
    return optionOf([option], text) ? [[option.value], ...below] : below
  })
}
