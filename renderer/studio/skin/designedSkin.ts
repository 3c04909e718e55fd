/** Props of the skin designer, and what it derives from them. */
import type { SkinDocument, Text } from '../../../runtime/core/documents.ts'
import { brandTokens } from '../../../runtime/core/skin/brandTokens.ts'
import { type ContrastFinding, checkContrast } from '../../../runtime/core/skin/checkContrast.ts'
import { followersOf, followingTokens } from '../../../runtime/core/skin/followingTokens.ts'
import type { AppliedSkin, SkinTokens } from '../../../runtime/core/skin/resolveSkin.ts'

export interface SkinRevision {
  revision: number
  state: 'draft' | 'published' | 'archived'
  note: string | null
  updatedAt: string
  author: string | null
  content: SkinDocument
}
export interface DesignedSkin {
  id: string
  content: SkinDocument
  /** Of the stored draft; null without one. */
  hash: string | null
  publishedContent: SkinDocument | null
  changed: boolean
  rules: Pick<SkinDocument, 'groups' | 'pairs' | 'slots' | 'brand'>
  /** Skins it can start from, complete. */
  starts: { title: Text; skin: AppliedSkin }[]
  pages: { title: Text; to: string }[]
  revisions: SkinRevision[]
}

/** The two sides of a skin: its own, and the other one, light or dark. */
export type Side = 'own' | 'other'

/** Tokens that a side starts from. */
export function startTokens({ starts }: DesignedSkin, content: SkinDocument, side: Side): SkinTokens {
  const id = side === 'own' ? content.extends : content.other?.extends
  return starts.find(({ skin }) => skin.id === id)?.skin.tokens ?? {}
}

/** The side as it is applied. */
export function appliedSide(skin: DesignedSkin, content: SkinDocument, side: Side): AppliedSkin {
  const start = skin.starts.find(({ skin: { id } }) => id === content.extends)?.skin
  const dark = (content.dark === true) !== (side === 'other')
  const own = side === 'own' ? content.tokens : (content.other?.tokens ?? {})
  return {
    id: content.id,
    dark,
    tokens: { ...startTokens(skin, content, side), ...own },
    images: { ...start?.images, ...content.images },
    layout: { ...start?.layout, ...content.layout },
  }
}

export interface SideFinding extends ContrastFinding {
  side: Side
}

/** Pairs of both sides that lack contrast. */
export function lackingContrast(skin: DesignedSkin, content: SkinDocument): SideFinding[] {
  const sides: Side[] = content.other ? ['own', 'other'] : ['own']
  return sides.flatMap((side) =>
    checkContrast(appliedSide(skin, content, side).tokens, skin.rules.pairs ?? [])
      .filter(({ passes }) => !passes)
      .map((finding) => ({ ...finding, side })),
  )
}

/** A content with a token of one side set, or (undefined) reset to what it starts from. */
export function withToken(content: SkinDocument, side: Side, name: string, value: string | number | undefined): SkinDocument {
  const change = (tokens: SkinTokens) => {
    const { [name]: _, ...rest } = tokens
    return value === undefined ? rest : { ...rest, [name]: value }
  }
  if (side === 'own') return { ...content, tokens: change(content.tokens) }
  return content.other ? { ...content, other: { ...content.other, tokens: change(content.other.tokens) } } : content
}

/** As `withToken`; the colours for hovering and pressing follow. */
export function withColour(
  skin: DesignedSkin,
  content: SkinDocument,
  side: Side,
  name: string,
  value: string | number | undefined,
): SkinDocument {
  const start = startTokens(skin, content, side)
  const following = value === undefined ? undefined : followingTokens(start, name, value)
  return followersOf(start, name).reduce(
    (changed, follower) => withToken(changed, side, follower, following?.[follower]),
    withToken(content, side, name, value),
  )
}

/** A content with one side in the colour of a brand, readable throughout. */
export function withBrand(skin: DesignedSkin, content: SkinDocument, side: Side, colour: string): SkinDocument {
  const { brand, pairs = [] } = skin.rules
  if (!brand) return content
  const made = brandTokens(startTokens(skin, content, side), brand, colour, pairs)
  return Object.entries(made).reduce((changed, [name, value]) => withToken(changed, side, name, value), content)
}

/** Title of a token, from its group. */
export function tokenTitle({ rules }: DesignedSkin, name: string): Text {
  return rules.groups?.flatMap(({ tokens }) => (tokens[name] ? [tokens[name].title] : []))[0] ?? name
}
