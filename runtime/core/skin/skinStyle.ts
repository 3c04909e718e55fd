/** What a skin sets on the root of the page: its tokens and pictures as CSS variables, its ways of laying out as attributes. Of what someone stored, only
 *  values of a known type. */
import type { AppliedSkin, SkinTokens } from './resolveSkin.ts'
import { isPartName, isSkinPicture, paintableTokens } from './skinValues.ts'

export interface SkinStyle {
  /** Complete: the base skin below the applied one. */
  tokens: SkinTokens
  /** CSS variable -> value. */
  variables: Record<string, string>
  /** Part of a skin -> address. */
  images: Record<string, string>
  /** Attribute of the root -> value. */
  attributes: Record<string, string>
}

const UNITLESS = /lineHeight|fontWeight|opacity|zIndex/i

export function skinStyle(
  { tokens, images = {}, layout = {} }: Pick<AppliedSkin, 'tokens' | 'images' | 'layout'>,
  base: SkinTokens,
): SkinStyle {
  const all = { ...base, ...paintableTokens(tokens) }
  const pictures = Object.fromEntries(Object.entries(images).filter(([name, address]) => isPartName(name) && isSkinPicture(address)))
  const ways = Object.entries(layout).filter(([slot, way]) => isPartName(slot) && isPartName(way))
  return {
    tokens: all,
    variables: {
      ...Object.fromEntries(Object.entries(all).map(([name, value]) => [variableName(name), cssValue(name, value)])),
      ...Object.fromEntries(
        Object.entries(pictures).map(([name, address]) => [variableName(`image-${name}`), `url("${encodeURI(address)}")`]),
      ),
    },
    images: pictures,
    attributes: Object.fromEntries(ways.map(([slot, way]) => [`data-skin-${slot}`, way])),
  }
}

/** `--agon-color-primary` for `colorPrimary`, `--agon-font-size-xs` for `fontSizeXS`, `--agon-space-4` for `space4`. */
export function variableName(token: string): string {
  const kebab = token.replace(/([a-z])([A-Z]|\d)/g, '$1-$2').replace(/(\d)([A-Z])/g, '$1-$2')
  return `--agon-${kebab.toLowerCase()}`
}

function cssValue(name: string, value: string | number): string {
  return typeof value === 'number' && !UNITLESS.test(name) ? `${value}px` : String(value)
}
