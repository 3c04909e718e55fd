/** Where a drag would drop: beside or inside of which part. A separate store, so that only the affected parts are drawn while the pointer moves. */
import { useSyncExternalStore } from 'react'

export interface DropMark {
  path: string
  side: 'before' | 'after' | 'inside'
}

let mark: DropMark | null = null
const listeners = new Set<() => void>()

/** Sets the drop position; null when nothing is dragged. */
export function setDropMark(next: DropMark | null): void {
  if (mark?.path === next?.path && mark?.side === next?.side) return
  mark = next
  for (const listener of listeners) listener()
}

/** The current drop position. */
export function readDropMark(): DropMark | null {
  return mark
}

/** The side of this part at which a drag would drop now, or null. */
export function useDropSide(path: string): DropMark['side'] | null {
  return useSyncExternalStore(subscribe, () => (mark?.path === path ? mark.side : null))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
