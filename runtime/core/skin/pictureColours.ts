/** The colours that a picture is made of, for skins that begin with a logo: what is opaque and has a hue, the most of it first. */
import { type Colour, colourText, type Lightness, toLightness } from './colour.ts'

/** Pixels are gathered in cubes of this edge, of 256. */
const CUBE = 16
/** Below it a colour is a grey. */
const LEAST_CHROMA = 0.04
/** Two colours nearer than this, in OKLab, are one. */
const SAME = 0.1

interface Found {
  colour: Colour
  share: number
}

/** @param pixels  red, green, blue and alpha of each, 0 to 255, as a canvas gives them
 *  @returns `#rrggbb`, at most `most`; of a picture without hues its darkest grey; none of an empty one */
export function pictureColours(pixels: ArrayLike<number>, max = 5): string[] {
  const found = gathered(pixels).map((each) => ({ ...each, look: toLightness(each.colour) }))
  const hues = found
    .filter(({ look }) => look.chroma >= LEAST_CHROMA)
    .sort((left, right) => right.share * right.look.chroma - left.share * left.look.chroma)
  const kept: typeof hues = []
  for (const each of hues) if (kept.length < max && kept.every(({ look }) => distance(look, each.look) >= SAME)) kept.push(each)
  if (kept.length > 0) return kept.map(({ colour }) => colourText(colour))
  const [darkest] = found.sort((left, right) => left.look.lightness - right.look.lightness)
  return darkest ? [colourText(darkest.colour)] : []
}

/** The mean of each cube that has opaque pixels. */
function gathered(pixels: ArrayLike<number>): Found[] {
  const cubes = new Map<number, [red: number, green: number, blue: number, count: number]>()
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red, green, blue, alpha] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!, pixels[at + 3]!]
    if (alpha < 128) continue
    const key = Math.floor(red / CUBE) * 65536 + Math.floor(green / CUBE) * 256 + Math.floor(blue / CUBE)
    const sum = cubes.get(key) ?? [0, 0, 0, 0]
    cubes.set(key, [sum[0] + red, sum[1] + green, sum[2] + blue, sum[3] + 1])
  }
  return [...cubes.values()].map(([red, green, blue, count]) => ({
    colour: { red: red / count / 255, green: green / count / 255, blue: blue / count / 255, alpha: 1 },
    share: count,
  }))
}

function distance(one: Lightness, other: Lightness): number {
  const place = ({ chroma, hue }: Lightness) => [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const [a = 0, b = 0] = place(one)
  const [c = 0, d = 0] = place(other)
  return Math.hypot(one.lightness - other.lightness, a - c, b - d)
}
