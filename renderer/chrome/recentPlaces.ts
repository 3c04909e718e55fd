/** Where the person was last, kept in this browser until someone signs out. */
import { habitKey, readStored, writeStored } from '../../runtime/client/remembered.ts'
import { isRecord } from '../../runtime/core/isRecord.ts'
import { safeAddress } from '../../runtime/core/safeAddress.ts'

export interface RecentPlace {
  /** A text, or one for each language. */
  title: unknown
  to: string
}

const KEY = habitKey('recent')
const MAX = 6

/** The last one first. */
export function recentPlaces(): RecentPlace[] {
  const stored = readStored<unknown>(KEY)
  return Array.isArray(stored) ? stored.filter(isPlace) : []
}

/** Puts a place before the others, and drops the oldest. */
export function keepRecent(place: RecentPlace): void {
  const others = recentPlaces().filter(({ to }) => to !== place.to)
  writeStored(KEY, [place, ...others].slice(0, MAX))
}

function isPlace(value: unknown): value is RecentPlace {
  return isRecord(value) && 'title' in value && typeof value.to === 'string' && Boolean(safeAddress(value.to))
}
