/** Lines that areas snap to while they are moved: edges and middles of the sheet and of the other elements. */
import { type Area, roundMm } from './arrange.ts'

export interface Snapped {
  /** What is added to the place, in millimetres. */
  byX: number
  byY: number
  /** Lines that are met: x of vertical ones, y of horizontal ones. */
  vertical: number[]
  horizontal: number[]
}

/** @param reach  millimetres from which a line attracts */
export function snapArea(area: Area, sheet: Area, others: readonly Area[], reach: number): Snapped {
  const across = snapAlong(
    [area.x, area.x + area.width / 2, area.x + area.width],
    [sheet, ...others].flatMap(({ x, width }) => [x, x + width / 2, x + width]),
    reach,
  )
  const down = snapAlong(
    [area.y, area.y + area.height / 2, area.y + area.height],
    [sheet, ...others].flatMap(({ y, height }) => [y, y + height / 2, y + height]),
    reach,
  )
  return { byX: across.by, byY: down.by, vertical: across.met, horizontal: down.met }
}

const SAME_MM = 0.01

function snapAlong(own: readonly number[], lines: readonly number[], reach: number): { by: number; met: number[] } {
  let by: number | null = null
  for (const line of lines)
    for (const edge of own) if (Math.abs(line - edge) <= reach && (by === null || Math.abs(line - edge) < Math.abs(by))) by = line - edge
  if (by === null) return { by: 0, met: [] }
  const moved = own.map((edge) => edge + by)
  const met = lines.filter((line) => moved.some((edge) => Math.abs(edge - line) < SAME_MM))
  return { by: roundMm(by), met: [...new Set(met.map(roundMm))] }
}
