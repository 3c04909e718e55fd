/** Holds the pairs of a skin (which token is on which, declared once by the first skin of the chain) against the least contrast of WCAG 2 AA, and
 *  proposes the nearest colour that passes. The one implementation: the linker refuses with it, the designer shows it. */
import type { SkinPair } from '../documents.ts'
import { colourText, contrastOf, fromLightness, parseColour, toLightness } from './colour.ts'
import type { SkinTokens } from './resolveSkin.ts'

/** WCAG 2.2, 1.4.3 (text) and 1.4.11 (controls, large text). */
export const LEAST_CONTRAST = { text: 4.5, control: 3 } as const

export interface ContrastFinding {
  pair: SkinPair
  /** 1 to 21, rounded down to two digits; null when one of the two is no colour. */
  ratio: number | null
  least: number
  passes: boolean
  /** The nearest colour for `changes`, which passes on every ground it is on when there is one. */
  proposal?: string
  /** The token that the proposal changes: the one that is drawn, or its ground when no shade of the first would do. */
  changes?: string
}

/** All pairs in their order; pairs of tokens that the skin lacks are left out. */
export function checkContrast(tokens: SkinTokens, pairs: readonly SkinPair[]): ContrastFinding[] {
  return pairs
    .filter(({ token, on }) => tokens[token] !== undefined && tokens[on] !== undefined)
    .map((pair) => {
      const least = LEAST_CONTRAST[pair.least]
      const ratio = ratioOf(tokens, pair)
      const passes = ratio !== null && ratio >= least
      const rounded = ratio === null ? null : Math.floor(ratio * 100) / 100
      return { pair, ratio: rounded, least, passes, ...(passes ? {} : proposalFor(tokens, pair, pairs)) }
    })
}

function proposalFor(tokens: SkinTokens, pair: SkinPair, pairs: readonly SkinPair[]): Pick<ContrastFinding, 'proposal' | 'changes'> {
  const drawn = propose(tokens, pair.token, pairs)
  if (drawn) return { proposal: drawn, changes: pair.token }
  const ground = proposeGround(tokens, pair, pairs)
  return ground ? { proposal: ground, changes: pair.on } : {}
}

/** The nearest shade of the ground on which this pair passes, and with it as many others as possible. */
function proposeGround(tokens: SkinTokens, pair: SkinPair, pairs: readonly SkinPair[]): string | undefined {
  const start = parseColour(tokens[pair.on])
  if (!start) return undefined
  const { lightness, chroma, hue } = toLightness(start)
  const touched = pairs.filter(({ token, on }) => token === pair.on || on === pair.on)
  const kept = touched.filter((each) => (ratioOf(tokens, each) ?? 0) >= LEAST_CONTRAST[each.least])
  const shades = shadesFrom(lightness).map((shade) => colourText(fromLightness({ lightness: shade, chroma, hue })))
  const fitting = shades.filter((text) => passesWith({ ...tokens, [pair.on]: text }, pair))
  return fitting.find((text) => kept.every((each) => passesWith({ ...tokens, [pair.on]: text }, each))) ?? fitting[0]
}

function ratioOf(tokens: SkinTokens, { token, on }: SkinPair): number | null {
  const drawn = parseColour(tokens[token])
  const ground = parseColour(tokens[on])
  return drawn && ground ? contrastOf(drawn, ground) : null
}

const STEP = 0.005

/** Lighter and darker in even steps, hue kept, until all pairs the token is drawn in and all it carries pass. */
function propose(tokens: SkinTokens, token: string, pairs: readonly SkinPair[]): string | undefined {
  const start = parseColour(tokens[token])
  if (!start) return undefined
  const { lightness, chroma, hue } = toLightness(start)
  const needs = pairs.filter((pair) => pair.token === token && parseColour(tokens[pair.on]))
  const carries = pairs.filter((pair) => pair.on === token && parseColour(tokens[pair.token]))
  // what is on it may have failed before: only what passes now must continue passing
  const kept = carries.filter((pair) => (ratioOf(tokens, pair) ?? 0) >= LEAST_CONTRAST[pair.least])
  const fits = (text: string) => [...needs, ...kept].every((pair) => passesWith({ ...tokens, [token]: text }, pair))
  const fitsAlone = (text: string) => needs.every((pair) => passesWith({ ...tokens, [token]: text }, pair))
  const shades = shadesFrom(lightness).map((shade) => colourText(fromLightness({ lightness: shade, chroma, hue })))
  return shades.find(fits) ?? shades.find(fitsAlone)
}

/** Steps of lightness from the nearest to the farthest, darker and lighter in turns. */
export function shadesFrom(lightness: number): number[] {
  const steps = Array.from({ length: Math.ceil(1 / STEP) }, (_, index) => (index + 1) * STEP)
  return steps.flatMap((step) => [lightness - step, lightness + step]).filter((shade) => shade >= 0 && shade <= 1)
}

/** Whether the two tokens of a pair can be distinguished. */
export function passesWith(tokens: SkinTokens, pair: SkinPair): boolean {
  return (ratioOf(tokens, pair) ?? 0) >= LEAST_CONTRAST[pair.least]
}
