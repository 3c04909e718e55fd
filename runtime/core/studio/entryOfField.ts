/** Which kind of a palette a field is: the one whose starting field it still resembles most. */
import type { FormField, PaletteDocument, PaletteEntry } from '../documents.ts'

/** Keys that say what a field is; the others say what it asks. */
const IDENTITY = ['type', 'format', 'x-widget'] as const
/** Keys whose presence says nothing about the kind. */
const CONTENT = new Set(['title', 'description', 'x-placeholder', 'x-props', 'x-span', 'required', 'default', ...IDENTITY])

/** @returns null when no kind of the palette has such a type, format and control */
export function entryOfField(palette: PaletteDocument, field: FormField): PaletteEntry | null {
  let best: PaletteEntry | null = null
  let bestScore = -1
  for (const entry of palette.groups.flatMap(({ entries }) => entries)) {
    const score = resemblance(entry.field, field)
    if (score > bestScore) {
      best = entry
      bestScore = score
    }
  }
  return best
}

/** -1: another kind. Else how many marks they share, less those that the field lacks. */
function resemblance(start: FormField, field: FormField): number {
  if (IDENTITY.some((key) => JSON.stringify(start[key]) !== JSON.stringify(field[key]))) return -1
  if ((start.items?.properties === undefined) !== (field.items?.properties === undefined)) return -1
  if ((start.properties === undefined) !== (field.properties === undefined)) return -1
  const marks = Object.keys(start).filter((key) => !CONTENT.has(key) && key !== 'items' && key !== 'properties')
  const lacking = marks.filter((key) => field[key] === undefined).length
  return Math.max(0, 1 + 2 * (marks.length - lacking) - 2 * lacking)
}
