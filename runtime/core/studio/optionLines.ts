/** A list pasted as options: one option a line, `value label`, or both languages with a tab between them, as sheets give them. */
import type { LocalText } from '../documents.ts'

export interface OptionLine {
  value: string
  label: LocalText
}

/** Beyond this a list is no list of options. */
const MAX_OPTIONS = 2000

/**
 * Reads pasted lines. Empty lines and lines that say the same twice are left out.
 * @param taken  values that are used already
 */
export function parseOptionLines(text: string, taken: Iterable<string> = []): OptionLine[] {
  const values = new Set(taken)
  const made: OptionLine[] = []
  const labels = new Set<string>()
  for (const line of text.split(/\r?\n/)) {
    const cells = line.split('\t').map((cell) => cell.trim())
    if (cells.every((cell) => cell === '') || made.length >= MAX_OPTIONS) continue
    const { value, zh, en } = readLine(cells)
    if (labels.has(`${zh}\n${en}`)) continue
    labels.add(`${zh}\n${en}`)
    const free = freeValue(value ?? optionValue(en, zh), values)
    values.add(free)
    made.push({ value: free, label: { zh, en } })
  }
  return made
}

/** Three cells: value, zh, en. Two: zh, en; or a value and a label when the first is a code. One: a label, or `code label`. */
function readLine(cells: readonly string[]): { value: string | null; zh: string; en: string } {
  const [first = '', second = '', third = ''] = cells
  if (third !== '') return { value: first, zh: second || third, en: third }
  if (second !== '') return isCode(first) ? { value: first, zh: second, en: second } : { value: null, zh: first, en: second }
  const pair = /^([A-Za-z0-9_-]{1,20})\s+(.*\p{Script=Han}.*)$/u.exec(first)
  return pair ? { value: pair[1] as string, zh: pair[2] as string, en: pair[2] as string } : { value: null, zh: first, en: first }
}

function isCode(text: string): boolean {
  return /^[a-z0-9_-]{1,20}$/.test(text)
}

/** A value that people can read in exports: the English words, else the Chinese ones. */
export function optionValue(en: string, zh: string): string {
  const slug = en
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
  return slug || zh.slice(0, 40)
}

/** A value that is not taken: the one wanted for, or with a number behind it. */
export function freeValue(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  for (let number = 2; ; number += 1) if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`
}
