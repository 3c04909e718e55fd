/** What the values of a skin may be. One person stores a skin and all others see it, as styles that the content policy trusts. So each token has a
 *  type with a grammar, and a value that does not fit is not painted. The linker and the browser use the same grammars. */
import type { SkinTokenType } from '../documents.ts'
import { parseColour } from './colour.ts'
import type { SkinTokens } from './resolveSkin.ts'

const NUMBER = String.raw`-?\d{1,5}(?:\.\d{1,4})?`
const FONT = String.raw`(?:-?[A-Za-z][\w-]*(?: [A-Za-z][\w-]*){0,6}|'[\p{L}\p{N} ._-]{1,60}')`
const FONTS = new RegExp(`^${FONT}(?:, ?${FONT}){0,19}$`, 'u')
const LAYER = new RegExp(`^(?:inset )?((?:${NUMBER}(?:px)? ){2,4})(.+)$`)
const DURATION = /^\d{1,5}(?:\.\d{1,4})?m?s$/
const EASING = new RegExp(`^(?:linear|ease|ease-in|ease-out|ease-in-out|cubic-bezier\\(${NUMBER}, ?${NUMBER}, ?${NUMBER}, ?${NUMBER}\\))$`)
const TOKEN_NAME = /^[a-zA-Z][A-Za-z0-9_]{0,60}$/
const PART_NAME = /^[a-zA-Z][\w-]{0,60}$/
const OWN_FILE = /^\/(?!\/)[\w./-]{1,200}$/
const OWN_PICTURE = /^data:image\/(?:png|jpeg|webp|gif|avif|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/

/** Token type -> description of its values, for designers. */
export const TOKEN_TYPES: Readonly<Record<SkinTokenType, string>> = {
  colour: 'a colour: #rrggbb, rgb() or hsl()',
  size: 'a number',
  number: 'a number',
  fonts: "names of fonts with commas between them, as: 'Noto Sans SC', Arial, sans-serif",
  shadow: 'none, or shadows as: 0 1px 2px rgba(20, 29, 58, 0.05)',
  duration: 'a time, as: 120ms',
  easing: 'a course, as: ease-out or cubic-bezier(0.2, 0.7, 0.3, 1)',
}

const FITS: Readonly<Record<SkinTokenType, (value: unknown) => boolean>> = {
  colour: (value) => parseColour(value) !== null,
  size: isNumber,
  number: isNumber,
  fonts: (value) => typeof value === 'string' && FONTS.test(value),
  shadow: (value) => typeof value === 'string' && isShadow(value),
  duration: (value) => typeof value === 'string' && DURATION.test(value),
  easing: (value) => typeof value === 'string' && EASING.test(value),
}

/** Whether a value is one of the type. */
export function isTokenValue(type: SkinTokenType, value: unknown): boolean {
  return FITS[type](value)
}

/** The tokens that may be written into a style: whatever they are called, their value is of some type. */
export function paintableTokens(tokens: SkinTokens): SkinTokens {
  const types = Object.keys(FITS) as SkinTokenType[]
  const isPaintable = ([name, value]: [string, unknown]) => TOKEN_NAME.test(name) && types.some((type) => isTokenValue(type, value))
  return Object.fromEntries(Object.entries(tokens).filter(isPaintable))
}

/** Whether an address is a picture of the platform, or holds the picture itself: no other host learns who looks at it. */
export function isSkinPicture(address: unknown): boolean {
  return typeof address === 'string' && (OWN_FILE.test(address) || OWN_PICTURE.test(address))
}

/** Names of pictures, slots and ways of a slot become parts of names in the page. */
export function isPartName(name: unknown): name is string {
  return typeof name === 'string' && PART_NAME.test(name)
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value)
}

function isShadow(value: string): boolean {
  if (value === 'none') return true
  const layers = value.split(/,(?![^(]*\))/).map((layer) => layer.trim())
  return layers.length <= 6 && layers.every((layer) => parseColour(LAYER.exec(layer)?.[2]) !== null)
}
