/** A drawn signature as text: the data of an SVG path with nothing but moves and straight lines, in whole units of its area. */

/** Units of the area that is drawn in. */
export const STROKE_AREA = { width: 640, height: 220 } as const

/** Characters of a drawing at most. */
export const MAX_STROKES = 12_000

const PATH = '(M\\d{1,3} \\d{1,3}(L\\d{1,3} \\d{1,3})+)+'

/** What a signature in a text may be: a drawing, or a typed name of at most 100 characters. RE2 reads it: no look-ahead. */
export const SIGNATURE_TEXT = `^${PATH}$|^[^M\\n].{0,99}$|^M$|^M[^\\d\\n].{0,98}$`

export type Point = readonly [x: number, y: number]

const DRAWN = new RegExp(`^${PATH}$`)

/** Whether a value is a drawing, and may be drawn as one. */
export function isStrokes(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_STROKES && DRAWN.test(value)
}

/** Lines of points -> text. A drawing that is too long loses every second point until it fits; of lines that are still too many the first half stays. */
export function strokesText(lines: readonly (readonly Point[])[]): string {
  const text = lines.map(lineText).join('')
  if (text.length <= MAX_STROKES) return text
  const thinner = lines.map((line) => line.filter((_, at) => at % 2 === 0 || at === line.length - 1))
  const isThinner = thinner.some((line, at) => line.length < lines[at]!.length)
  return strokesText(isThinner ? thinner : lines.slice(0, Math.ceil(lines.length / 2)))
}

/** A point alone is a dot: a line to itself. */
function lineText(line: readonly Point[]): string {
  const points = line.length === 1 ? [line[0]!, line[0]!] : line
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${within(x, STROKE_AREA.width)} ${within(y, STROKE_AREA.height)}`).join('')
}

function within(value: number, size: number): number {
  return Math.min(Math.max(Math.round(value), 0), size)
}
