/** Dates of a workbook: numbers of days whose style alone says that they are dates. */
import { parseXml } from './parseXml.ts'

const DAY_MS = 86_400_000
/** Day 0 of the two calendars of spreadsheets; that of 1900 has a day too many, which no one means. */
const FIRST_DAY = Date.UTC(1899, 11, 30)
const FIRST_DAY_1904 = Date.UTC(1904, 0, 1)
/** Formats that every workbook has: of dates, those of East Asia among them. */
const BUILT_IN = [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]
/** Words in quotes, colours and conditions are no part of a date. */
const NOT_FORMAT = /"[^"]*"|\[[^\]]*\]|\\./g
// allowed text: signs of a date in the formats of a workbook
const DATE_SIGNS = /[yd]|m+\/|年|月/i

/** Numbers of the cell styles that show dates. */
export function dateStyles(styles: string): ReadonlySet<number> {
  const formats = new Set(BUILT_IN)
  const found: number[] = []
  let inCells = false
  let at = 0
  if (styles === '') return new Set()
  parseXml(styles, {
    open(tag, { numFmtId, formatCode }) {
      if (tag === 'numFmt' && DATE_SIGNS.test((formatCode ?? '').replace(NOT_FORMAT, ''))) formats.add(Number(numFmtId))
      if (tag === 'cellXfs') inCells = true
      if (tag !== 'xf' || !inCells) return
      if (formats.has(Number(numFmtId))) found.push(at)
      at += 1
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false
    },
  })
  return new Set(found)
}

/** `2026-05-01`, with the time where there is one. */
export function serialText(days: number, is1904: boolean): string {
  const moment = new Date((is1904 ? FIRST_DAY_1904 : FIRST_DAY) + Math.round(days * 86_400) * 1000)
  if (Number.isNaN(moment.getTime())) return String(days)
  const text = moment.toISOString()
  return (days * DAY_MS) % DAY_MS === 0 ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}
