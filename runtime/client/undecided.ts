/** Keys of writes whose outcome is unknown: the same write sent again after a lost connection must not happen twice, also not after a reload. */
import { sha256 } from '../core/documents/sha256.ts'
import { readStored, writeStored } from './remembered.ts'

/** Of this page: write -> key. */
const here = new Map<string, string>()

interface Lost {
  key: string
  /** Milliseconds. */
  at: number
}

const STORED = 'agon.undecided'
/** Less than the server remembers a key (`KEPT_HOURS`). */
const KEPT_MS = 23 * 3_600_000
const MOST = 20

/** The key of a write: the one it had when its outcome was lost, else the given one. */
export function keyOfWrite(write: string, fresh: string): string {
  const key = here.get(write) ?? lost()[sha256(write)]?.key ?? fresh
  here.set(write, key)
  return key
}

/** Nobody knows whether it happened: its key outlives the page. */
export function keepUndecided(write: string): void {
  const key = here.get(write)
  if (key === undefined) return
  const entries = Object.entries({ ...lost(), [sha256(write)]: { key, at: Date.now() } })
  writeStored(STORED, Object.fromEntries(entries.slice(-MOST)))
}

/** The server has answered it. */
export function decide(write: string): void {
  here.delete(write)
  const known = lost()
  if (Object.keys(known).length === 0) return
  const { [sha256(write)]: _, ...rest } = known
  writeStored(STORED, Object.keys(rest).length > 0 ? rest : null)
}

function lost(): Record<string, Lost> {
  const entries = Object.entries(readStored<Record<string, Lost>>(STORED) ?? {})
  return Object.fromEntries(entries.filter(([, { at }]) => Date.now() - at < KEPT_MS))
}
