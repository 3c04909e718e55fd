/** Checks of skins: a chain of `extends` without a circle, tokens that the first skin declares with values of their type, pictures of the own host, layouts that exist, and enough contrast for every pair, on
 *  both sides. So no skin that cannot be read is built-in or published. */
import type { SkinDocument, SkinToken, SkinTokenType } from '../documents.ts'
import { checkContrast } from '../skin/checkContrast.ts'
import { parseColour } from '../skin/colour.ts'
import { resolveSkin, type SkinTokens, skinChain, skinRules } from '../skin/resolveSkin.ts'
import { isPartName, isSkinPicture, isTokenValue, TOKEN_TYPES } from '../skin/skinValues.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer, show } from './failure.ts'
import type { Linker } from './linker.ts'

export function linkSkin(linker: Linker, document: LinkedDocument, skin: SkinDocument): void {
  const find = (id: string) => (id === skin.id ? skin : linker.index.get('skin', id))
  const first = skinChain(skin, find)[0]!
  if (first.extends !== undefined && find(first.extends)) {
    const suggestion = `let one of the skins of the circle extend none`
    linker.report(document, {
      code: 'CYCLE',
      path: '/extends',
      expected: 'a skin that ends at one without "extends"',
      found: show(skin.extends),
      suggestion,
    })
    return
  }
  const rules = skinRules(skin, find)
  const { pairs = [], slots = {} } = rules
  const kinds = declaredTokens(rules)
  const resolved = resolveSkin(skin, find)
  const sides = [{ path: '/tokens', own: skin.tokens, all: resolved.tokens }]
  if (skin.other && resolved.other) sides.push({ path: '/other/tokens', own: skin.other.tokens, all: resolved.other.tokens })
  for (const { path, own, all } of sides) {
    linkTokens(linker, document, path, own, kinds)
    linkContrast(
      linker,
      document,
      path,
      all,
      pairs.filter(({ token }) => parseColour(all[token])),
    )
  }
  linkPictures(linker, document, skin)
  for (const [path, name] of brandNames(skin))
    linker.known(document, 'SKIN_TOKEN', path, 'a token that the first skin declares in "groups" or "types"', name, kinds.keys())
  for (const [slot, choice] of Object.entries(skin.layout ?? {})) {
    if (linker.known(document, 'SKIN_TOKEN', pointer('/layout', slot), 'a slot of the first skin', slot, Object.keys(slots)))
      linker.known(document, 'SKIN_TOKEN', pointer('/layout', slot), 'a way the slot offers', choice, Object.keys(slots[slot]!.choices))
  }
}

function brandNames({ brand }: SkinDocument): [path: string, name: string][] {
  if (!brand) return []
  return [['/brand/token', brand.token], ...brand.leads.map((name, at): [string, string] => [pointer('/brand/leads', at), name])]
}

type Declared = Pick<SkinToken, 'minimum' | 'maximum'> & { type: SkinTokenType }

/** Every token there is, with its type: those that designers set and the others. */
function declaredTokens({ groups = [], types = {} }: Pick<SkinDocument, 'groups' | 'types'>): ReadonlyMap<string, Declared> {
  const others = Object.entries(types).flatMap(([type, names]) =>
    names.map((name) => [name, { type: type as SkinTokenType, minimum: 0 }] as const),
  )
  return new Map<string, Declared>([...others, ...groups.flatMap(({ tokens }) => Object.entries(tokens))])
}

function linkTokens(
  linker: Linker,
  document: LinkedDocument,
  path: string,
  tokens: SkinTokens,
  kinds: ReadonlyMap<string, Declared>,
): void {
  for (const [name, value] of Object.entries(tokens)) {
    const here = pointer(path, name)
    if (!linker.known(document, 'SKIN_TOKEN', here, 'a token that the first skin declares in "groups" or "types"', name, kinds.keys()))
      continue
    const expected = mismatch(kinds.get(name)!, value)
    if (!expected) continue
    linker.report(document, { code: 'SKIN_TOKEN', path: here, expected, found: show(value), suggestion: `write ${expected}` })
  }
}

/** The expected value in words; null when the value is valid. */
function mismatch(
  { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Declared,
  value: string | number,
): string | null {
  if (!isTokenValue(type, value)) return TOKEN_TYPES[type]
  if (typeof value !== 'number') return null
  if (value >= minimum && value <= maximum) return null
  return value < minimum ? `a number of at least ${minimum}` : `a number of at most ${maximum}`
}

function linkPictures(linker: Linker, document: LinkedDocument, { images = {} }: SkinDocument): void {
  for (const [name, address] of Object.entries(images)) {
    if (isPartName(name) && isSkinPicture(address)) continue
    const expected = 'a picture of this platform (/api/platform/file/ID), or one that stands here (data:image/png;base64,...)'
    linker.report(document, {
      code: 'SKIN_TOKEN',
      path: pointer('/images', name),
      expected,
      found: show(address),
      suggestion: 'upload the picture',
    })
  }
}

function linkContrast(
  linker: Linker,
  document: LinkedDocument,
  path: string,
  tokens: SkinTokens,
  pairs: NonNullable<SkinDocument['pairs']>,
): void {
  for (const { pair, ratio, least, passes, proposal, changes } of checkContrast(tokens, pairs)) {
    if (passes) continue
    linker.report(document, {
      code: 'SKIN_CONTRAST',
      path: pointer(path, pair.token),
      expected: `at least ${least}:1 on ${pair.on} (${tokens[pair.on]})`,
      found: ratio === null ? show(tokens[pair.token]) : `${ratio}:1`,
      suggestion: proposal
        ? changes === pair.token
          ? `write "${proposal}"`
          : `write "${proposal}" for ${changes}`
        : `change ${pair.on} instead`,
    })
  }
}
