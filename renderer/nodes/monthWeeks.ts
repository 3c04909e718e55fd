/** Months of a calendar by name, `2026-03`, without a time zone: a day is only a day here. */

/** The weeks that a month touches, from Monday to Sunday. @returns days, as `2026-03-01` */
export function monthWeeks(month: string): string[][] {
  const first = firstOf(month)
  const start = addDays(first, -((first.getUTCDay() + 6) % 7))
  const weeks = Math.ceil(days(start, firstOf(moveMonth(month, 1))) / 7)
  return Array.from({ length: weeks }, (_, week) => Array.from({ length: 7 }, (_, day) => nameOf(addDays(start, week * 7 + day))))
}

/** The month so many after it; before it where negative. */
export function moveMonth(month: string, by: number): string {
  const first = firstOf(month)
  return nameOf(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + by, 1))).slice(0, 7)
}

/** Whether it names a month: what stands in an address may be anything. */
export function isMonth(text: string | null): text is string {
  return text !== null && /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(text)
}

function firstOf(month: string): Date {
  return new Date(`${month}-01T00:00:00Z`)
}

function addDays(day: Date, count: number): Date {
  return new Date(day.getTime() + count * 86_400_000)
}

function days(from: Date, until: Date): number {
  return Math.round((until.getTime() - from.getTime()) / 86_400_000)
}

function nameOf(day: Date): string {
  return day.toISOString().slice(0, 10)
}
