import { endOf } from '../roundOverlap.ts'

/** Until when marks of a round still count; ISO 8601. */
export function graceUntil(round: Parameters<typeof endOf>[0]): string {
  return new Date(endOf(round)).toISOString()
}
