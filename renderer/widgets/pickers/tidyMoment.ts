/** What people type for a day or a time -> the way it is kept. */

export type PickerKind = 'date' | 'time'

/** `2026-1-5`, `2026/1/5`, `2026年1月5日`, `20260105` -> `2026-01-05`; `9:5`, `9点05`, `0905` -> `09:05`. Full-width signs count as plain ones.
 *  @returns null when it is no day of the calendar and no time of a day */
export function tidyMoment(kind: PickerKind, text: string): string | null {
  const plain = text.normalize('NFKC').trim()
  return kind === 'date' ? tidyDay(plain) : tidyTime(plain)
}

// Year, month, day; hour (two signs), minute: as Chinese marks them.
const DAY = /^(\d{4})(?:[-/.\u5e74 ](\d{1,2})[-/.\u6708 ](\d{1,2})\u65e5?|(\d{2})(\d{2}))$/
const TIME = /^(?:(\d{1,2})[:.\u70b9\u65f6](\d{1,2})\u5206?|(\d{2})(\d{2}))$/

function tidyDay(text: string): string | null {
  const [, year, ...rest] = DAY.exec(text) ?? []
  const [month, day] = rest.filter((part) => part !== undefined)
  if (!year || !month || !day) return null
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  // A day that does not exist rolls over into the next month.
  const read = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(iso) ? iso : null
}

function tidyTime(text: string): string | null {
  const [hour, minute] = (TIME.exec(text) ?? []).slice(1).filter((part) => part !== undefined)
  if (!hour || !minute || Number(hour) > 23 || Number(minute) > 59) return null
  return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
}
