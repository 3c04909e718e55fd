/** Values of a text that the server fills: `{{at, datetime}}` in a message is read in the reader's language and the platform's time zone, which it names:
 *  no one's browser is there to ask. */
import type { Lang } from '../../core/platform.ts'

const LOCALE = { zh: 'zh-CN', en: 'en-GB' } as const
const DAY = /^\d{4}-\d{2}-\d{2}$/

type Format = (value: unknown, lang: Lang, timeZone: string) => string

/** By the name that a text writes. What a format cannot read stays as it is. Formats that are not here follow from documents, or need a present moment. */
export const valueFormats: Readonly<Record<string, Format>> = {
  number: (value, lang) => figure(value, lang, { maximumFractionDigits: 4 }),
  percent: (value, lang) => figure(value, lang, { style: 'percent', maximumFractionDigits: 1 }),
  date: (value, lang, timeZone) => moment(value, lang, timeZone, false),
  datetime: (value, lang, timeZone) => moment(value, lang, timeZone, true),
}

function figure(value: unknown, lang: Lang, options: Intl.NumberFormatOptions): string {
  return Number.isFinite(Number(value)) ? new Intl.NumberFormat(LOCALE[lang], options).format(Number(value)) : String(value)
}

/** A day is a day of the calendar in every zone; a moment names its zone. */
function moment(value: unknown, lang: Lang, timeZone: string, withTime: boolean): string {
  const text = String(value)
  const isDay = DAY.test(text)
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return text
  const options: Intl.DateTimeFormatOptions = {
    timeZone: isDay ? 'UTC' : timeZone,
    year: 'numeric',
    month: lang === 'zh' ? '2-digit' : 'short',
    day: lang === 'zh' ? '2-digit' : 'numeric',
  }
  const day = new Intl.DateTimeFormat(LOCALE[lang], options).format(at).replaceAll('/', '-')
  if (isDay || !withTime) return day
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'longOffset',
  }).formatToParts(at)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  const clock = `${part('hour')}:${part('minute')}`
  const zone = zoneName(part('timeZoneName'))
  return lang === 'zh' ? `${day} ${clock}（${zone}）` : `${day}, ${clock} (${zone})`
}

/** `GMT+08:00` -> `UTC+8` */
function zoneName(offset: string): string {
  const [, sign = '', hours = '', minutes = ''] = /([+-])(\d{2}):(\d{2})/.exec(offset) ?? []
  return hours === '' ? 'UTC' : `UTC${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`
}
