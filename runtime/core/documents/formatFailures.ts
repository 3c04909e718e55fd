/** Failures -> lines for a terminal. */
import type { DocumentFailure } from '../platform.ts'

/** Grouped by file, in the given order, with a count at the end; `''` when there are none. */
export function formatFailures(failures: readonly DocumentFailure[]): string {
  if (failures.length === 0) return ''
  const files = Map.groupBy(failures, (failure) => failure.file)
  const blocks = [...files].map(([file, list]) => [file, ...list.map(formatFailure)].join('\n'))
  return `${blocks.join('\n\n')}\n\n${count(failures.length, 'failure')} in ${count(files.size, 'file')}`
}

function formatFailure({ code, path, expected, found, suggestion }: DocumentFailure): string {
  return `  ${code} at ${path === '' ? 'the whole document' : `#${path}`}\n    expected  ${expected}\n    found     ${found}\n    fix       ${suggestion}`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
