/** What people type as a number or an amount of money -> the number. Digits may be full width and in groups; the decimal sign is a point, or a comma
 *  where nothing else can be meant. What can be read in two ways is never guessed: the caller asks. Used by every field that takes numbers. */

import { keepsDigits } from './keepsDigits.ts'

export type NumberReading =
  | { value: number }
  /** Both ways to read it, as they can be typed without doubt. */
  | { choices: readonly [string, string] }
  /** `none`: no number; `decimals`: more decimals than there may be; `digits`: more digits than a number keeps. */
  | { reason: 'none' | 'decimals' | 'digits' }

interface NumberLimits {
  /** Decimals that there may be: 0 for whole numbers, those of the currency for money. Default: any. */
  decimals?: number
}

/** One way to read a text: its digits with a point, and its decimals as written. */
interface Way {
  plain: string
  decimals: number
}

const SIGNED = /^([+-]?)\s*([\d.,' ]*\d[\d.,' ]*)$/
// what NFKC makes the same and people type; not ², ½ or ①, which it would turn into digits too
const TYPED = /^[\s\u0020-\u007e\u00a0\u2007\u2009\u202f\u3000\u2019\u2212\uff01-\uff5e]*$/

/** @param text as typed; empty is no number */
export function readNumber(text: string, { decimals = Number.POSITIVE_INFINITY }: NumberLimits = {}): NumberReading {
  const [, sign = '', body] = SIGNED.exec(plainSigns(text)) ?? []
  if (body === undefined) return { reason: 'none' }
  const ways = waysToRead(body)
  if (ways.length === 0) return { reason: 'none' }
  const fitting = ways.filter((way) => fits(way, decimals))
  if (fitting.length === 0) return { reason: 'decimals' }
  const minus = sign === '-' ? '-' : ''
  const [first, second] = fitting as [Way, Way?]
  if (second) return { choices: [minus + first.plain, minus + second.plain] }
  const value = Number(minus + first.plain)
  return keepsDigits(first.plain) ? { value } : { reason: 'digits' }
}

function plainSigns(text: string): string {
  if (!TYPED.test(text)) return ''
  return text
    .normalize('NFKC')
    .replace(/[\u2019]/g, "'")
    .replace(/\u2212/g, '-')
    .replace(/\s/g, ' ')
    .trim()
}

/** A grouped number is read first, then one with a decimal comma. */
function waysToRead(body: string): Way[] {
  const marks = new Set(body.replace(/\d/g, ''))
  const space = [' ', "'"].filter((mark) => marks.has(mark))
  if (space.length > 1) return []
  if (space[0]) return groupedWay(body, space[0], marks.has(',') ? ',' : '.')
  if (marks.has(',') && marks.has('.')) {
    const decimal = body.lastIndexOf(',') > body.lastIndexOf('.') ? ',' : '.'
    return groupedWay(body, decimal === ',' ? '.' : ',', decimal)
  }
  if (marks.has(',')) return [...groupedWay(body, ',', '.'), ...decimalWay(body, ',')]
  const point = decimalWay(body, '.')
  return point.length > 0 ? point : groupedWay(body, '.', ',')
}

/** `1 234 567,5`, `1,00,000`, `1,0000`: groups of three, or two before the last three, or four. */
function groupedWay(body: string, group: string, decimal: string): Way[] {
  const [whole = '', rest, more] = body.split(decimal)
  const [head = '', ...groups] = whole.split(group)
  const size = (at: number) => groups[at]!.length
  const last = groups.length - 1
  if (more !== undefined || !/^[1-9]\d{0,3}$/.test(head) || groups.length === 0 || !groups.every((each) => /^\d+$/.test(each))) return []
  const isThrees = head.length <= 3 && size(last) === 3 && groups.every((each, at) => at === last || each.length === 3)
  const isIndian = head.length <= 2 && size(last) === 3 && groups.every((each, at) => at === last || each.length === 2)
  const isMyriads = groups.every((each) => each.length === 4)
  if (!(isThrees || isIndian || isMyriads) || (rest !== undefined && !/^\d+$/.test(rest))) return []
  return [{ plain: [head + groups.join(''), ...(rest === undefined ? [] : [rest])].join('.'), decimals: rest?.length ?? 0 }]
}

function decimalWay(body: string, decimal: string): Way[] {
  const [, whole = '', , rest = ''] = new RegExp(`^(\\d*)(\\${decimal}(\\d*))?$`).exec(body) ?? []
  const isNumber = new RegExp(decimal === '.' ? '^(\\d+\\.?\\d*|\\.\\d+)$' : '^\\d*,\\d+$').test(body)
  return isNumber ? [{ plain: rest === '' ? whole : `${whole || '0'}.${rest}`, decimals: rest.length }] : []
}

/** `12.0` is whole; `1.000` may be a thousand, so its decimals count. */
function fits({ plain, decimals }: Way, max: number): boolean {
  return decimals <= max || (decimals !== 3 && Number((plain.split('.')[1] ?? '').slice(max)) === 0)
}
