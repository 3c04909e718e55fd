/** Scans that the server has not answered yet, kept in the browser: they survive a reload, and each has an id, so that one that is sent again counts once. */

export interface Scan {
  id: string
  code: string
  /** ISO 8601. */
  at: string
}

const PREFIX = 'agon.scans.'

/** What waits, the oldest first. */
export function readScans(queue: string): Scan[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + queue) ?? '[]')
    return Array.isArray(kept) ? (kept as Scan[]) : []
  } catch {
    return []
  }
}

/** @returns the scan as it was kept */
export function keepScan(queue: string, code: string): Scan {
  const scan = { id: crypto.randomUUID(), code, at: new Date().toISOString() }
  write(queue, [...readScans(queue), scan])
  return scan
}

/** The server has answered it. */
export function dropScan(queue: string, id: string): void {
  write(
    queue,
    readScans(queue).filter((scan) => scan.id !== id),
  )
}

function write(queue: string, scans: readonly Scan[]): void {
  if (scans.length === 0) localStorage.removeItem(PREFIX + queue)
  else localStorage.setItem(PREFIX + queue, JSON.stringify(scans))
}
