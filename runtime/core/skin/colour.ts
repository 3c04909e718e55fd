/** Colours of skins: read from CSS text, compared as WCAG 2 does, and made lighter or darker in OKLCH, where steps of lightness look even and the hue stays.
 *  Understands `#rgb`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`, `hsl()`, `hsla()`; nothing else may be in a skin. */

/** Red, green, blue from 0 to 1 in sRGB, and opacity. */
export interface Colour {
  red: number
  green: number
  blue: number
  alpha: number
}
/** Lightness 0..1, chroma, hue in degrees. */
export interface Lightness {
  lightness: number
  chroma: number
  hue: number
}

const HEX = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i
const FUNCTION = /^(rgb|hsl)a?\(\s*([^()]+)\)$/i

/** Null for what is no colour. */
export function parseColour(text: unknown): Colour | null {
  if (typeof text !== 'string') return null
  const hex = HEX.exec(text.trim())?.[1]
  if (hex) return fromHex(hex)
  const [, name, inner] = FUNCTION.exec(text.trim()) ?? []
  if (!name || !inner) return null
  const parts = inner.split(/[\s,/]+/).filter(Boolean)
  if (parts.length < 3 || parts.length > 4) return null
  return name.toLowerCase() === 'rgb' ? fromRgb(parts) : fromHsl(parts)
}

/** `#rrggbb`, with `aa` when it lets something through. */
export function colourText({ red, green, blue, alpha }: Colour): string {
  const pair = (share: number) =>
    Math.round(clamp(share) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${pair(red)}${pair(green)}${pair(blue)}${alpha < 1 ? pair(alpha) : ''}`
}

/** WCAG 2 contrast of a colour on a background, 1 to 21. A transparent colour is mixed with the background first. */
export function contrastOf(drawn: Colour, ground: Colour): number {
  const one = luminance(over(drawn, ground))
  const other = luminance(ground)
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** `drawn` as it looks on an opaque ground. */
export function over(drawn: Colour, ground: Colour): Colour {
  const mix = (one: number, other: number) => one * drawn.alpha + other * (1 - drawn.alpha)
  return { red: mix(drawn.red, ground.red), green: mix(drawn.green, ground.green), blue: mix(drawn.blue, ground.blue), alpha: 1 }
}

/** @see https://bottosson.github.io/posts/oklab/ */
export function toLightness(colour: Colour): Lightness {
  const [red, green, blue] = [linear(colour.red), linear(colour.green), linear(colour.blue)]
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: (Math.atan2(b, a) * 180) / Math.PI,
  }
}

/** The colour on screens; chroma is reduced until the screen can show it. */
export function fromLightness({ lightness, chroma, hue }: Lightness, alpha = 1): Colour {
  for (let kept = chroma; ; kept = kept < 0.004 ? 0 : kept * 0.9) {
    const shares = oklabShares(lightness, kept, hue)
    if (kept === 0 || shares.every((share) => share >= -0.0005 && share <= 1.0005)) {
      const [red, green, blue] = shares.map(clamp) as [number, number, number]
      return { red, green, blue, alpha }
    }
  }
}

function oklabShares(lightness: number, chroma: number, hue: number): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(gamma)
}

function luminance({ red, green, blue }: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(share: number): number {
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function gamma(share: number): number {
  return share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share))
}

function fromHex(hex: string): Colour {
  const long = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex
  const share = (at: number) => Number.parseInt(long.slice(at, at + 2), 16) / 255
  return { red: share(0), green: share(2), blue: share(4), alpha: long.length === 8 ? share(6) : 1 }
}

function fromRgb([red, green, blue, alpha]: string[]): Colour | null {
  const share = (part = '') => (part.endsWith('%') ? Number(part.slice(0, -1)) / 100 : Number(part) / 255)
  return sound({ red: share(red), green: share(green), blue: share(blue), alpha: opacity(alpha) })
}

function fromHsl([hue = '', saturation = '', light = '', alpha]: string[]): Colour | null {
  const [s, l] = [Number(saturation.replace('%', '')) / 100, Number(light.replace('%', '')) / 100]
  const turn = (((Number(hue.replace('deg', '')) / 30) % 12) + 12) % 12
  const share = (n: number) => {
    const k = (n + turn) % 12
    return l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return sound({ red: share(0), green: share(8), blue: share(4), alpha: opacity(alpha) })
}

function opacity(text: string | undefined): number {
  if (text === undefined) return 1
  return text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text)
}

function sound(colour: Colour): Colour | null {
  return Object.values(colour).every((share) => Number.isFinite(share) && share >= 0 && share <= 1) ? colour : null
}
