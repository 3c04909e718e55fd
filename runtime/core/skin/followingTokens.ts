/** Colours that follow another one: `<name>Hover` and `<name>Active` are as much lighter or darker than `<name>` as in the skin that it starts from. */
import { colourText, fromLightness, parseColour, toLightness } from './colour.ts'
import type { SkinTokens } from './resolveSkin.ts'

const ENDINGS = ['Hover', 'Active']

/** @param start  tokens of the skin that it starts from
 *  @returns the tokens that follow a new value of `name`; empty when nothing does */
export function followingTokens(start: SkinTokens, name: string, value: unknown): Record<string, string> {
  const [base, from] = [parseColour(value), parseColour(start[name])]
  if (!base || !from) return {}
  const { lightness, chroma, hue } = toLightness(base)
  const before = toLightness(from).lightness
  const made = ENDINGS.flatMap((ending) => {
    const follower = parseColour(start[name + ending])
    if (!follower) return []
    const step = toLightness(follower).lightness - before
    // where there is no room left in that direction, the other one shows the difference too
    const wanted = lightness + step
    const shade = wanted < 0 || wanted > 1 ? lightness - step : wanted
    return [[name + ending, colourText(fromLightness({ lightness: shade, chroma, hue }, base.alpha))] as const]
  })
  return Object.fromEntries(made)
}

/** Names of the tokens that follow. */
export function followersOf(start: SkinTokens, name: string): string[] {
  return ENDINGS.map((ending) => name + ending).filter((follower) => start[follower] !== undefined)
}
