/** Numbers of answers in words. */
import { language, resolveText, translate } from '../../runtime/client/texts.ts'
import type { QuestionFacts, Withheld } from '../../runtime/core/statistics/AnswerStatistics.ts'

const DIGITS = 2

/** A number in the person's language, at most two decimals. */
export function numberText(value: number): string {
  return value.toLocaleString(language.lang, { maximumFractionDigits: DIGITS })
}

/** `34 %`; zero of zero has no share. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return '–'
  return (part / whole).toLocaleString(language.lang, { style: 'percent', maximumFractionDigits: 1 })
}

/** `12 (34 %)` */
export function countText(count: number, whole: number): string {
  return translate('results.countShare', { count: numberText(count), share: shareText(count, whole) })
}

/** With the groups that it stands in: `Members / Role`. */
export function titleOf({ title, within }: Pick<QuestionFacts, 'title' | 'within'>): string {
  return [...within, title].map((text) => resolveText(text)).join(' / ')
}

/** `2 min 5 s` */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds)
  const minutes = Math.floor(whole / 60)
  if (minutes === 0) return translate('results.seconds', { seconds: whole })
  if (minutes < 60) return translate('results.minutes', { minutes, seconds: whole % 60 })
  return translate('results.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

/** Why a figure is not shown. @param size least number of people a figure may be about */
export function withheldText(withheld: Withheld, size: number | null): string {
  return translate(`results.withheld.${withheld}`, { size: size ?? 0 })
}
