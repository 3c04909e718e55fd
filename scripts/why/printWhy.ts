import { part } from '../map/printMap.ts'
import type { Why } from './whyFile.ts'

/** The answer as text, in the form of a map of an area. */
export function printWhy({ file, area, what, usedBy, tests, rules, decisions, history }: Why): string {
  return [
    file,
    `area: ${area}`,
    `what: ${what}`,
    `history: ${history}`,
    part('referred to by', usedBy),
    part('tests', tests),
    part('rules', rules.length === 0 ? [] : [rules.join(', ')], rules.length),
    part('decisions', decisions),
  ].join('\n')
}
