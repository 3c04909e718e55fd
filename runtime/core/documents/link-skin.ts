/** Checks of skins: a chain of `extends` without a circle, tokens as their group wants them, layouts that exist, and enough contrast for every pair, on
 *  both sides. So no skin that cannot be read is shipped or published. */
import type { SkinDocument, SkinToken } from '../documents.ts'
import { checkContrast } from '../skin/checkContrast.ts'
import { parseColour } from '../skin/colour.ts'
import { resolveSkin, type SkinTokens, skinChain, skinRules } from '../skin/resolveSkin.ts'
import type { LinkedDocument } from './document-index.ts'
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
  const { groups = [], pairs = [], slots = {} } = skinRules(skin, find)
  const kinds = new Map(groups.flatMap(({ tokens }) => Object.entries(tokens)))
  const worn = resolveSkin(skin, find)
  const sides = [{ path: '/tokens', own: skin.tokens, all: worn.tokens }]
  if (skin.other && worn.other) sides.push({ path: '/other/tokens', own: skin.other.tokens, all: worn.other.tokens })
  for (const { path, own, all } of sides) {
    linkTokens(linker, document, path, own, kinds)
    linkContrast(
      linker,
      document,
      path,
      all,
      pairs.filter(({ token }) => !kinds.has(token) || parseColour(all[token])),
    )
  }
  for (const [slot, choice] of Object.entries(skin.layout ?? {})) {
    if (linker.known(document, 'SKIN_TOKEN', pointer('/layout', slot), 'a slot of the first skin', slot, Object.keys(slots)))
      linker.known(document, 'SKIN_TOKEN', pointer('/layout', slot), 'a way the slot offers', choice, Object.keys(slots[slot]!.choices))
  }
}

function linkTokens(
  linker: Linker,
  document: LinkedDocument,
  path: string,
  tokens: SkinTokens,
  kinds: ReadonlyMap<string, SkinToken>,
): void {
  for (const [name, value] of Object.entries(tokens)) {
    const kind = kinds.get(name)
    const expected = kind && mismatch(kind, value)
    if (!expected) continue
    linker.report(document, {
      code: 'SKIN_TOKEN',
      path: pointer(path, name),
      expected,
      found: show(value),
      suggestion: `write ${expected}`,
    })
  }
}

/** What the value should be, or null when it is that. */
function mismatch(
  { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: SkinToken,
  value: string | number,
): string | null {
  if (type === 'colour') return parseColour(value) ? null : 'a colour: #rrggbb, rgb() or hsl()'
  if (typeof value !== 'number') return 'a number'
  if (value >= minimum && value <= maximum) return null
  return value < minimum ? `a number of at least ${minimum}` : `a number of at most ${maximum}`
}

function linkContrast(
  linker: Linker,
  document: LinkedDocument,
  path: string,
  tokens: SkinTokens,
  pairs: NonNullable<SkinDocument['pairs']>,
): void {
  for (const { pair, ratio, least, passes, proposal } of checkContrast(tokens, pairs)) {
    if (passes) continue
    linker.report(document, {
      code: 'SKIN_CONTRAST',
      path: pointer(path, pair.token),
      expected: `at least ${least}:1 on ${pair.on} (${tokens[pair.on]})`,
      found: ratio === null ? show(tokens[pair.token]) : `${ratio}:1`,
      suggestion: proposal ? `write "${proposal}"` : `change ${pair.on} instead`,
    })
  }
}
