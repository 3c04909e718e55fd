/** Keys of writes whose outcome is unknown: the same write sent again after a lost connection must not happen twice, also not after a reload. */
import { sha256 } from '../core/documents/sha256.ts'
import { recentEntries } from './recentEntries.ts'

/** Of this page: write -> key. */
const here = new Map<string, string>()
/** By hash of the write. Less than the server remembers a key (`KEPT_HOURS`). */
const lost = recentEntries<{ key: string }>('agon.undecided', { hours: 23, max: 20 })

/** The key of a write: the one it had when its outcome was lost, else the given one. */
export function keyOfWrite(write: string, fresh: string): string {
  const key = here.get(write) ?? lost.get(sha256(write))?.key ?? fresh
  here.set(write, key)
  return key
}

/** No one knows whether it happened: its key outlives the page. */
export function keepUndecided(write: string): void {
  const key = here.get(write)
  if (key !== undefined) lost.put(sha256(write), { key })
}

/** The server has answered it. */
export function decide(write: string): void {
  here.delete(write)
  if (!lost.isEmpty()) lost.put(sha256(write), null)
}
