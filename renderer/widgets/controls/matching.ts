/** Options whose words contain what was typed, or that have it at the beginning of one of the further words that they are found by. */
import type { ShownOption } from './useOptions.ts'

/** All countries are fewer. */
const MAX_SHOWN = 300

/** @returns at most 300: those that begin with the text first, then those found by another word */
export function matching(options: readonly ShownOption[], search: string): ShownOption[] {
  const text = search.trim().toLowerCase()
  if (text === '') return options.slice(0, MAX_SHOWN)
  const ranked = options.map((option) => ({ option, rank: rankOf(option, text) })).filter(({ rank }) => rank < UNFOUND)
  return ranked
    .sort((left, right) => left.rank - right.rank)
    .slice(0, MAX_SHOWN)
    .map(({ option }) => option)
}

const UNFOUND = 3

function rankOf({ label, search = '' }: ShownOption, text: string): number {
  const words = label.toLowerCase()
  if (words.startsWith(text)) return 0
  if (` ${search.toLowerCase()}`.includes(` ${text}`)) return 1
  return words.includes(text) ? 2 : UNFOUND
}
