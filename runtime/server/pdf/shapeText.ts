/** Letters that take other forms or places beside each other, shaped by HarfBuzz, which is loaded when a text has such letters; fontkit lays out the rest. */
import { FONT_GROUPS, type FontGroup, groupOf, SHAPED } from './fontFiles.ts'

type HarfBuzz = typeof import('harfbuzzjs')
interface Glyph {
  id: number
  advanceWidth: number
  codePoints: number[]
}
interface Position {
  xAdvance: number
  yAdvance: number
  xOffset: number
  yOffset: number
}
export interface GlyphRun {
  glyphs: Glyph[]
  positions: Position[]
  readonly advanceWidth: number
}
/** pdfkit hands the features of a text on as they are, so they carry how it is shaped. */
export type Shaping = 'leftToRight' | 'rightToLeft'
/** A font of fontkit; its `_glyphs` are those it has made so far. */
export interface ShapedFont {
  hasGlyphForCodePoint(code: number): boolean
  getGlyph(id: number, codePoints?: number[]): Glyph
  layout(text: string, features?: unknown): GlyphRun
  _glyphs: object
}

let harfBuzz: HarfBuzz | null = null
/** A mark that stands on its own, after what can be composed was. */
const MARK = /\p{M}/u
const GROUPED = FONT_GROUPS.filter((group) => SHAPED.has(group))

/** Whether a letter (with its marks) is shaped. @param group  of the letter */
export function isShapedLetter(letter: string, group: FontGroup): boolean {
  return SHAPED.has(group) || MARK.test(letter)
}

/** To be awaited before texts are measured that may have shaped letters. */
export async function prepareShaping(text: string): Promise<void> {
  if (harfBuzz !== null || !needsShaping(text)) return
  harfBuzz = await import('harfbuzzjs')
}

function needsShaping(text: string): boolean {
  const composed = text.normalize('NFC')
  if (MARK.test(composed)) return true
  return [...new Set(composed)].some((character) => GROUPED.includes(groupOf(character)))
}

/** A font whose `layout` shapes when it is asked to. */
export function shapeWith(font: ShapedFont, bytes: Uint8Array): ShapedFont {
  const layOut = font.layout.bind(font)
  let shaper: InstanceType<HarfBuzz['Font']> | undefined
  const shape = (text: string, shaping: Shaping) => {
    const { Blob, Face, Font } = harfBuzz!
    shaper ??= new Font(new Face(new Blob(Uint8Array.from(bytes).buffer)))
    return shapedRun(font, shaper, text, shaping)
  }
  font.layout = (text, shaping) => (harfBuzz !== null && typeof shaping === 'string' ? shape(text, shaping as Shaping) : layOut(text))
  return font
}

function shapedRun(font: ShapedFont, shaper: InstanceType<HarfBuzz['Font']>, text: string, shaping: Shaping): GlyphRun {
  const { Buffer, ClusterLevel, Direction, shape } = harfBuzz!
  const buffer = new Buffer()
  buffer.addText(text)
  // each glyph tells its own character, so that the text layer keeps marks apart
  buffer.setClusterLevel(ClusterLevel.CHARACTERS)
  buffer.guessSegmentProperties()
  buffer.setDirection(shaping === 'rightToLeft' ? Direction.RTL : Direction.LTR)
  shape(shaper, buffer)
  const infos = buffer.getGlyphInfos()
  const positions = buffer.getGlyphPositions().map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({ xAdvance, yAdvance, xOffset, yOffset }))
  const charactersOf = charactersByGlyph(
    infos.map(({ cluster }) => cluster),
    text,
  )
  const glyphs = infos.map(({ codepoint }, at) => font.getGlyph(codepoint, charactersOf[at]!))
  return {
    glyphs,
    positions,
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
    },
  }
}

/** Code points that each glyph stands for: of several glyphs for the same characters, the last has them. */
function charactersByGlyph(starts: readonly number[], text: string): number[][] {
  const sorted = [...new Set(starts)].sort((a, b) => a - b)
  const taken = new Map<number, number>(starts.map((start, at) => [start, at]))
  return starts.map((start, at) => {
    if (taken.get(start) !== at) return []
    const end = sorted[sorted.indexOf(start) + 1] ?? text.length
    return [...text.slice(start, end)].map((character) => character.codePointAt(0)!)
  })
}
