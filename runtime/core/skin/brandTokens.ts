/** A skin in the colour of a brand: the tokens that its main colour leads turn to the new hue and keep their lightness; what then lacks contrast is
 *  replaced by the nearest colour that passes. */
import type { SkinDocument, SkinPair } from '../documents.ts'
import { checkContrast, passesWith, shadesFrom } from './checkContrast.ts'
import { type Colour, colourText, fromLightness, parseColour, toLightness } from './colour.ts'
import { followersOf, followingTokens } from './followingTokens.ts'
import type { SkinTokens } from './resolveSkin.ts'

type Brand = NonNullable<SkinDocument['brand']>
/** Changing one pair may break another one: at most so many changes. */
const MAX_MENDED = 60

/** @param start  tokens of the skin that it starts from
 *  @param colour  the colour of the brand
 *  @returns tokens that differ from those of `start`; empty when `colour` is none */
export function brandTokens(
  start: SkinTokens,
  { token, leads }: Brand,
  colour: string,
  pairs: readonly SkinPair[],
): Record<string, string> {
  const [wanted, before] = [parseColour(colour), parseColour(start[token])]
  if (!wanted || !before) return {}
  const main = new Set([token, ...followersOf(start, token)])
  const led = leads.flatMap((name) => {
    const own = parseColour(start[name])
    return own ? [[name, colourText(turned(own, before, wanted))] as const] : []
  })
  const others = pairs.filter((pair) => !main.has(pair.token) && !main.has(pair.on))
  const ground = mended(start, Object.fromEntries(led), others)
  return mended(start, { ...ground, ...shaded({ ...start, ...ground }, start, token, wanted, pairs) }, pairs)
}

/** The main colour in its nearest shade in which it and what follows it can be read; the colour itself when there is none. */
function shaded(ground: SkinTokens, start: SkinTokens, token: string, wanted: Colour, pairs: readonly SkinPair[]): Record<string, string> {
  const { lightness, chroma, hue } = toLightness(wanted)
  const own = colourText(wanted)
  const shades = [own, ...shadesFrom(lightness).map((shade) => colourText(fromLightness({ lightness: shade, chroma, hue })))]
  const made = (shade: string) => ({ [token]: shade, ...followingTokens(start, token, shade) })
  const touched = pairs.filter((pair) => [pair.token, pair.on].some((name) => name in made(own)))
  return made(shades.find((shade) => touched.every((pair) => passesWith({ ...ground, ...made(shade) }, pair))) ?? own)
}

/** As far from the new hue as it was from the old one; greyer or brighter in the same measure. */
function turned(led: Colour, before: Colour, wanted: Colour): Colour {
  const [own, from, to] = [toLightness(led), toLightness(before), toLightness(wanted)]
  const measure = Math.min(1, to.chroma / Math.max(from.chroma, 0.01))
  return fromLightness({ lightness: own.lightness, chroma: own.chroma * measure, hue: own.hue + to.hue - from.hue }, led.alpha)
}

function mended(start: SkinTokens, changed: Record<string, string>, pairs: readonly SkinPair[]): Record<string, string> {
  const tokens = { ...changed }
  for (let count = 0; count < MAX_MENDED; count++) {
    const finding = checkContrast({ ...start, ...tokens }, pairs).find(({ passes, proposal }) => !passes && proposal)
    if (!finding) break
    tokens[finding.changes ?? finding.pair.token] = finding.proposal!
  }
  return tokens
}
