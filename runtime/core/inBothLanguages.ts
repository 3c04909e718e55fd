import type { LocalText } from './documents.ts'

/** A text as one line in both languages, for a reason that is stored once and read by everyone. */
export function inBothLanguages({ zh, en }: LocalText): string {
  return zh === en ? zh : `${zh} / ${en}`
}
