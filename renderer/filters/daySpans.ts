/** Spans of days that people ask for, as calendar days of the person's time zone. */

export interface DaySpan {
  name: 'today' | 'yesterday' | 'week' | 'month' | 'thisMonth' | 'thisYear'
  /** `YYYY-MM-DD` */
  from: string
  to: string
}

/** Spans that end today (or yesterday), the shortest first. */
export function spansOfDays(now: Date): DaySpan[] {
  const back = (days: number) => dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days))
  const today = back(0)
  return [
    { name: 'today', from: today, to: today },
    { name: 'yesterday', from: back(1), to: back(1) },
    { name: 'week', from: back(6), to: today },
    { name: 'month', from: back(29), to: today },
    { name: 'thisMonth', from: `${today.slice(0, 7)}-01`, to: today },
    { name: 'thisYear', from: `${today.slice(0, 4)}-01-01`, to: today },
  ]
}

function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
