/** A skin with everything it starts from: the chain of `extends` down to the skin that extends none, each later one over the earlier. */
import type { SkinDocument } from '../documents.ts'

export type SkinTokens = Record<string, string | number>
type Find = (id: string) => SkinDocument | undefined

/** A skin as it is applied: complete, so that anyone who paints it needs no other document. */
export interface AppliedSkin {
  id: string
  dark: boolean
  tokens: SkinTokens
  images: Record<string, string>
  layout: Record<string, string>
  /** Its other side (dark for a light one), when it has one. */
  other?: { dark: boolean; tokens: SkinTokens }
}

/** Cookie with the id of the skin that a person chose: what the server draws has it from the start. */
export const SKIN_COOKIE = 'agon.skin'

/** Which skin is shown where something has one of its own: that one, on the side (light or dark) that the person chose, if it has that side. */
export function shownSkin(ofObject: AppliedSkin | null, chosen: AppliedSkin | null): AppliedSkin | null {
  if (!ofObject || (chosen && !hasSide(ofObject, chosen.dark))) return chosen
  return sideOf(ofObject, chosen?.dark ?? ofObject.dark)
}

/** The skin as its other side, when that is wanted and there. */
export function sideOf(one: AppliedSkin, dark: boolean): AppliedSkin {
  return one.dark !== dark && one.other ? { ...one, ...one.other } : one
}

function hasSide({ dark, other }: AppliedSkin, wanted: boolean): boolean {
  return dark === wanted || other?.dark === wanted
}

/** The skins from the first ancestor to the skin itself. A circle ends where it closes. */
export function skinChain(skin: SkinDocument, find: Find): SkinDocument[] {
  const chain = [skin]
  const seen = new Set([skin.id])
  for (let parent = skin.extends; parent !== undefined && !seen.has(parent); ) {
    const found = find(parent)
    if (!found) break
    seen.add(parent)
    chain.unshift(found)
    parent = found.extends
  }
  return chain
}

export function resolveSkin(skin: SkinDocument, find: Find): AppliedSkin {
  const chain = skinChain(skin, find)
  return {
    id: skin.id,
    dark: skin.dark === true,
    tokens: merged(chain.map(({ tokens }) => tokens)),
    images: merged(chain.map(({ images }) => images)),
    layout: merged(chain.map(({ layout }) => layout)),
    ...otherSide(skin, find),
  }
}

function otherSide({ other, dark }: SkinDocument, find: Find): Pick<AppliedSkin, 'other'> {
  if (!other) return {}
  const start = find(other.extends)
  return { other: { dark: dark !== true, tokens: { ...(start && resolveSkin(start, find).tokens), ...other.tokens } } }
}

/** What the first skin of the chain declares for all of them, and no later one may change: tokens, the pairs that are read on each other, parts of the
 *  frame. */
export function skinRules(skin: SkinDocument, find: Find): Pick<SkinDocument, 'groups' | 'types' | 'pairs' | 'slots' | 'brand'> {
  const { groups, types, pairs, slots, brand } = skinChain(skin, find)[0]!
  return clean({ groups, types, pairs, slots, brand })
}

function clean<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T
}

function merged<T extends object>(parts: readonly (T | undefined)[]): T {
  return Object.assign({}, ...parts) as T
}
