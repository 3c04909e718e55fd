/** SQL of a text as others see it: `maskShaped` in the database. */
import type { Mask } from '../../core/documents.ts'
import type { ShapedMask } from '../../core/masking/entityMasks.ts'
import { literal } from './tableNames.ts'

export function maskedSql(sql: string, masks: readonly ShapedMask[]): string {
  if (masks.length === 0) return sql
  const cases = masks.map(
    ({ mask, shape }) => `WHEN ${shape === null ? 'TRUE' : `${sql} ~ ${literal(shape)}`} THEN ${hiddenText(sql, mask)}`,
  )
  return `CASE ${cases.join(' ')} ELSE ${sql} END`
}

/** As `maskText`. */
function hiddenText(sql: string, { start, end, until }: Mask): string {
  const whole = hidden(sql, start, end)
  if (until === undefined) return whole
  const at = `strpos(${sql}, ${literal(until)})`
  return `CASE WHEN ${at} > 0 THEN ${hidden(`left(${sql}, ${at} - 1)`, start, 0)} || substr(${sql}, ${at}) ELSE ${whole} END`
}

/** Stars between the ends; a text that is no longer than its ends is all stars. */
function hidden(sql: string, start: number, end: number): string {
  const count = `length(${sql}) - ${start + end}`
  return `CASE WHEN ${count} > 0 THEN left(${sql}, ${start}) || repeat('*', ${count}) || right(${sql}, ${end}) ELSE repeat('*', length(${sql})) END`
}
