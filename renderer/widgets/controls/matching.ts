/** Options whose words contain what was typed. */
import type { ShownOption } from './useOptions.ts'

const MOST_SHOWN = 200

/** @returns at most 200, those that begin with the text first */
export function matching(options: readonly ShownOption[], search: string): ShownOption[] {
  const text = search.trim().toLowerCase()
  if (text === '') return options.slice(0, MOST_SHOWN)
  const found = options.filter((option) => option.label.toLowerCase().includes(text))
  const rank = (option: ShownOption) => (option.label.toLowerCase().startsWith(text) ? 0 : 1)
  return found.sort((left, right) => rank(left) - rank(right)).slice(0, MOST_SHOWN)
}
