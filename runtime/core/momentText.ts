/** Times by the clock of a time zone. Deadlines name their zone wherever people read them: on screens, in mails, in calendar files. */
import type { Lang } from './platform.ts'

const LOCALE = { zh: 'zh-CN', en: 'en-GB' } as const
/** Making a format costs a hundred times what using it does. */
const kept = new Map<string, Intl.DateTimeFormat>()

/** `2026-12-10 12:00 中国时间（UTC+8）`, `10 Dec 2026, 12:00 China time (UTC+8)`. @param zone  by its IANA name; what is no moment comes back as it is */
export function momentText(moment: string, lang: Lang, zone: string): string {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return moment
  const name = zoneName(at, lang, zone)
  const clock = `${dayText(at, lang, zone)}${lang === 'zh' ? '' : ','} ${clockText(at, zone)}`
  const offset = offsetText(at, zone)
  if (name === null) return lang === 'zh' ? `${clock}\uff08${offset}\uff09` : `${clock} (${offset})`
  return lang === 'zh' ? `${clock} ${name}\uff08${offset}\uff09` : `${clock} ${name} (${offset})`
}

/** `2026-12-10 12:00 (UTC+8)`: for texts of both languages. */
export function plainMoment(moment: string | Date, zone: string): string {
  const at = new Date(moment)
  return `${dayAt(at, zone)} ${clockText(at, zone)} (${offsetText(at, zone)})`
}

/** `2026-12-10`, `10 Dec 2026`. */
export function dayText(at: Date, lang: Lang, zone: string): string {
  if (lang === 'zh') return dayAt(at, zone)
  return formatOf(LOCALE.en, zone, { year: 'numeric', month: 'short', day: 'numeric' }).format(at)
}

/** `12:00`. */
export function clockText(at: Date, zone: string): string {
  return formatOf(LOCALE.en, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
}

/** The day of the calendar that it is in the zone then: `2026-12-10`. */
export function dayAt(at: Date, zone: string): string {
  return formatOf('en-CA', zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
}

/** `UTC+8`, `UTC+5:30`, `UTC`. */
export function offsetText(at: Date, zone: string): string {
  return partOf(at, formatOf('en', zone, { timeZoneName: 'shortOffset' })).replace('GMT', 'UTC')
}

/** `China time`; null for a zone that has no name but its offset. */
function zoneName(at: Date, lang: Lang, zone: string): string | null {
  const name = partOf(at, formatOf(LOCALE[lang], zone, { timeZoneName: 'shortGeneric' }))
  return /^(GMT|UTC)/.test(name) ? null : name.replace(/ Time$/, ' time')
}

function partOf(at: Date, format: Intl.DateTimeFormat): string {
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

function formatOf(locale: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`
  const format = kept.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
  kept.set(key, format)
  return format
}
