/** Reads that follow from what the server has just reported ask for the newest: a replica of its database may not have the change yet. */
const MS = 3_000
let until = 0

/** The server has reported a change. */
export function wantNewest(): void {
  until = performance.now() + MS
}

/** What a request sends while that is so. */
export function newestHeader(): Record<string, string> {
  return performance.now() < until ? { 'x-newest': '1' } : {}
}
