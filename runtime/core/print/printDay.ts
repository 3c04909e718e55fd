/** Days on printed sheets, in the formats that a template may name. */
import type { Lang } from '../platform.ts'

const LOCALES: Readonly<Record<Lang, string>> = { zh: 'zh-CN', en: 'en-GB' }
/** Chinese with characters in the place of digits. */
const CHARACTERS = 'zh-CN-u-nu-hanidec'

/** long: 23 November 2026; iso: 2026-11-23; dots: 2026.11.23; month: November 2026; year: 2026; characters: in Chinese characters, as on formal papers, in English as long. */
export const PRINT_DAY_FORMATS = ['long', 'iso', 'dots', 'month', 'year', 'characters'] as const
export type PrintDayFormat = (typeof PRINT_DAY_FORMATS)[number]

/** Whether a text names a format of days. */
export function isPrintDayFormat(format: string): format is PrintDayFormat {
  return (PRINT_DAY_FORMATS as readonly string[]).includes(format)
}

/** @param day  YYYY-MM-DD, or what begins so; anything else stays as it is */
export function printDay(day: string, lang: Lang, format: PrintDayFormat): string {
  const [iso] = /^\d{4}-\d{2}-\d{2}/.exec(day) ?? []
  const moment = new Date(`${iso}T00:00:00Z`)
  if (iso === undefined || Number.isNaN(moment.getTime())) return day
  return WORDS[format](iso, lang, moment)
}

const WORDS: Readonly<Record<PrintDayFormat, (iso: string, lang: Lang, moment: Date) => string>> = {
  long: (_, lang, moment) => new Intl.DateTimeFormat(LOCALES[lang], { dateStyle: 'long', timeZone: 'UTC' }).format(moment),
  iso: (iso) => iso,
  dots: (iso) => iso.replaceAll('-', '.'),
  month: (_, lang, moment) => new Intl.DateTimeFormat(LOCALES[lang], { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(moment),
  year: (iso) => iso.slice(0, 4),
  characters: (iso, lang, moment) => (lang === 'zh' ? inCharacters(moment) : WORDS.long(iso, lang, moment)),
}

/** The year digit by digit; month and day as they are spoken. */
function inCharacters(moment: Date): string {
  return new Intl.DateTimeFormat(CHARACTERS, { dateStyle: 'long', timeZone: 'UTC' })
    .formatToParts(moment)
    .map(({ type, value }) =>
      type === 'month' ? counted(moment.getUTCMonth() + 1) : type === 'day' ? counted(moment.getUTCDate()) : value,
    )
    .join('')
}

/** 1 to 31. */
function counted(number: number): string {
  const digit = (value: number) => new Intl.NumberFormat(CHARACTERS).format(value)
  const tens = Math.floor(number / 10)
  const ones = number % 10 === 0 && tens > 0 ? '' : digit(number % 10)
  return tens === 0 ? ones : `${tens === 1 ? '' : digit(tens)}${ten()}${ones}`
}

/** The first character of the tenth month. */
function ten(): string {
  return [...new Intl.DateTimeFormat('zh-CN', { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2000, 9)))][0]!
}
