/** A range as one string of an address: `2026-01-01..2026-02-01`, `5..`, `..10`. */

const BETWEEN = '..'

/** Ends of a range; an open end is an empty string. */
export function readRange(text: string | undefined): [from: string, to: string] {
  const [from = '', to = ''] = (text ?? '').split(BETWEEN)
  return [from, to]
}

/** Empty when both ends are open. */
export function writeRange(from: string, to: string): string {
  return from || to ? `${from}${BETWEEN}${to}` : ''
}
