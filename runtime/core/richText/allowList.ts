/** What formatted text may be made of. The one list: the server stores nothing else, the browser draws nothing else. */
import { safeAddress } from '../safeAddress.ts'

/** A value as it may stand, or null when the attribute goes. */
type AttributeRule = (value: string) => string | null

const MAX_SPAN = 100
/** Pictures written into the text itself; never SVG, which can hold more than a picture. */
const INLINE_PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=]+$/i

const span: AttributeRule = (value) => {
  const count = Number(value)
  return Number.isInteger(count) && count > 1 && count <= MAX_SPAN ? String(count) : null
}
const picture: AttributeRule = (value) => {
  if (INLINE_PICTURE.test(value)) return value
  const address = safeAddress(value)
  return address !== null && /^(?:https?:|\/)/i.test(address) ? address : null
}

const oneOf =
  (...known: readonly string[]): AttributeRule =>
  (value) =>
    known.includes(value) ? value : null

/** The page that shows the text fills it in, by its name. */
const livePart: AttributeRule = (value) => (/^[a-z][A-Za-z0-9]{0,39}$/.test(value) ? value : null)

const PLAIN =
  'details summary p br hr h3 h4 strong b em i u s sub sup ul ol li blockquote pre code table thead tbody tr caption figure figcaption span'
const CELL = { colspan: span, rowspan: span }

/** Element -> its attributes. Attributes that are not named here go; elements that are not lose their tag and keep their words. */
export const ALLOWED: ReadonlyMap<string, Readonly<Record<string, AttributeRule>>> = new Map<string, Record<string, AttributeRule>>([
  ...PLAIN.split(' ').map((name): [string, Record<string, AttributeRule>] => [name, {}]),
  // side by side on wide screens, and one of them; a part that the page fills in; a video, whose address is a link inside (videos.ts)
  ['div', { 'data-columns': oneOf('2', '3'), 'data-column': oneOf(''), 'data-live': livePart, 'data-video': oneOf('') }],
  ['th', CELL],
  ['td', CELL],
  ['a', { href: safeAddress, target: oneOf('_blank'), 'data-button': oneOf('primary') }],
  ['img', { src: picture, alt: (value) => value }],
])

/** An element is nothing without these: a link then keeps its words, a picture goes. */
export const NEEDED: Readonly<Record<string, string>> = { a: 'href', img: 'src' }

/** Headings inside a text are below the page's own. */
export const RENAMED: Readonly<Record<string, string>> = { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4' }

/** Elements that go with everything in them: what they hold is no text for people. */
export const DROPPED: ReadonlySet<string> = new Set(
  'script style iframe frame frameset object embed applet template noscript noembed noframes xmp plaintext title textarea select svg math audio video canvas'.split(
    ' ',
  ),
)

export const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img'])

/** Elements inside elements; what is deeper goes. */
export const DEEPEST = 40
