/** Values -> what a person reads, by `Format`, in the shown language. Formats that are drawn (image, link, tags, enum) are the renderer's. */
import type { Format } from '../core/documents.ts'
import { clockText, dayAt, dayText, momentText, offsetText } from '../core/momentText.ts'
import { moneyText } from '../core/moneyText.ts'
import { PLAIN_TEXT_FORMATS } from '../core/textFormats.ts'
import { fileSizeText } from './fileSizeText.ts'
import { findEnumValue } from './library.ts'
import { language, resolveText, type TextFormatter, translate } from './texts.ts'
import { zones } from './zone.ts'

const LOCALE = { zh: 'zh-CN', en: 'en-GB' } as const
const DASH = '—'

/** A text for a value; an em dash for nothing. */
export function formatValue(value: unknown, format: Format = 'text', enumId?: string): string {
  if (value === null || value === undefined || value === '') return DASH
  if (Array.isArray(value) && format !== 'json')
    return value.map((item) => formatValue(item, format, enumId)).join(language.lang === 'zh' ? '、' : ', ')
  if (enumId) return enumLabel(enumId, value)
  return formatters[format]?.(value) ?? plain(value)
}

/** The label of a stored code; the code itself when the enum does not know it. */
export function enumLabel(enumId: string, code: unknown): string {
  const entry = findEnumValue(enumId, code)
  return entry ? resolveText(entry.label) : String(code ?? '')
}

/** The formats that texts may name, `{{at, datetime}}` and `{{work.state, enum(work.state)}}`. */
export function textFormats(): Record<string, TextFormatter> {
  const plain = PLAIN_TEXT_FORMATS.map((name): [string, TextFormatter] => [name, (value) => formatValue(value, name)])
  return { ...Object.fromEntries(plain), enum: (value, enumId) => formatValue(value, 'text', enumId) }
}

const formatters: Partial<Record<Format, (value: unknown) => string>> = {
  number: (value) => intl({ maximumFractionDigits: 4 }).format(Number(value)),
  percent: (value) => intl({ style: 'percent', maximumFractionDigits: 1 }).format(Number(value)),
  bar: (value) => formatters.percent?.(value) ?? '',
  money: (value) => moneyText(Number(value), language.lang),
  price: (value) => (Number(value) === 0 ? translate('kernel.free') : (formatters.money?.(value) ?? '')),
  boolean: (value) => translate(value ? 'kernel.yes' : 'kernel.no'),
  date: dateText,
  datetime: deadlineText,
  relative: (value) => relativeText(new Date(String(value)), new Date()),
  bytes: (value) => fileSizeText(Number(value)),
  // the printer of documents would come with the first load
  json: (value) => JSON.stringify(value, null, 2),
}

function plain(value: unknown): string {
  return typeof value === 'object' ? resolveText(value) || JSON.stringify(value) : resolveText(value)
}

/** Making a format costs a hundred times what using it does, and a table uses the same one in each row. */
function keepFormats<Options, Made>(make: (locale: string, options: Options) => Made): (options: Options) => Made {
  const kept = new Map<string, Made>()
  return (options) => {
    const locale = LOCALE[language.lang]
    const key = `${locale} ${JSON.stringify(options)}`
    const made = kept.get(key) ?? make(locale, options)
    kept.set(key, made)
    return made
  }
}

const intl = keepFormats((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))
const intlRelative = keepFormats((locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options))

/** A date without a time is a day of the calendar; a moment is on the day that the platform's clock shows. */
function dateText(value: unknown): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(String(value))
  const date = new Date(isDay ? `${value}T00:00:00Z` : String(value))
  if (Number.isNaN(date.getTime())) return String(value)
  return dayText(date, language.lang, isDay ? 'UTC' : zones().platform)
}

/** By the platform's clock with the name of its zone, and by the person's own where that shows another time: `10 Dec 2026, 12:00 China time (UTC+8), 05:00 for you`. */
function deadlineText(value: unknown): string {
  const at = new Date(String(value))
  const { platform, own } = zones()
  const moment = momentText(String(value), language.lang, platform)
  if (Number.isNaN(at.getTime()) || offsetText(at, own) === offsetText(at, platform)) return moment
  const isSameDay = dayAt(at, own) === dayAt(at, platform)
  return translate('kernel.momentForYou', { moment, own: isSameDay ? clockText(at, own) : ownText(at) })
}

/** A moment of a list, of which the person sees many: by their own clock, with its offset where the platform's is another. */
export function shortMoment(value: unknown): string {
  const at = new Date(String(value))
  if (Number.isNaN(at.getTime())) return String(value)
  const { platform, own } = zones()
  const offset = offsetText(at, own)
  return offset === offsetText(at, platform) ? ownText(at) : `${ownText(at)} (${offset})`
}

function ownText(at: Date): string {
  const { own } = zones()
  return `${dayText(at, language.lang, own)}${language.lang === 'zh' ? '' : ','} ${clockText(at, own)}`
}

/** Unit, its seconds, and from how many seconds it is used: days stay exact for two months, which is what deadlines need. */
const STEPS: [Intl.RelativeTimeFormatUnit, number, number][] = [
  ['year', 31_536_000, 31_536_000],
  ['month', 2_592_000, 5_184_000],
  ['day', 86_400, 86_400],
  ['hour', 3_600, 3_600],
  ['minute', 60, 60],
]

// Chinese reads better with space between figures and characters: 11 天后.
function spaced(text: string): string {
  return language.lang === 'zh' ? text.replace(/(\d)([\u4e00-\u9fff])/g, '$1 $2') : text
}

/** "in 3 days", "2 小时前"; under a minute "now". */
export function relativeText(date: Date, now: Date): string {
  if (Number.isNaN(date.getTime())) return DASH
  const seconds = (date.getTime() - now.getTime()) / 1_000
  const [unit, size] = STEPS.find(([, , from]) => Math.abs(seconds) >= from) ?? ['second', 1]
  const format = intlRelative({ numeric: unit === 'second' ? 'auto' : 'always' })
  return unit === 'second' ? format.format(0, 'second') : spaced(format.format(Math.trunc(seconds / size), unit))
}
