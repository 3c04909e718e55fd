/** A signal that ends work which takes too long. */
export interface TimeLimit {
  /** Aborted with the error when the time is over, or with the server. */
  signal: AbortSignal
  /** Begins the time anew. */
  again(): void
  clear(): void
}

/** @param stop  of the server */
export function endsIn(seconds: number, error: Error, stop: AbortSignal): TimeLimit {
  const over = new AbortController()
  const end = () => over.abort(error)
  let timer = setTimeout(end, seconds * 1000)
  return {
    signal: AbortSignal.any([over.signal, stop]),
    again() {
      clearTimeout(timer)
      timer = setTimeout(end, seconds * 1000)
    },
    clear: () => clearTimeout(timer),
  }
}
