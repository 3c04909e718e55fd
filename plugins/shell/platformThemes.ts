/** The skins of the platform, each with a picture: a page in small. */
import type { SkinDocument } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { resolveSkin } from '../../runtime/core/skin/resolveSkin.ts'

/** `picture` is an SVG data URL. */
export function platformThemes({ documents }: Platform): { id: string; title: SkinDocument['title']; dark: boolean; picture: string }[] {
  return [...documents.skin.values()].map((skin) => {
    const { id, dark, tokens } = resolveSkin(skin, (parent) => documents.skin.get(parent))
    return { id, title: skin.title, dark, picture: picture(tokens) }
  })
}

// Head, hero with a button, three cards.
function picture(tokens: SkinDocument['tokens']): string {
  const colour = (name: string): string => String(tokens[name] ?? 'none').replace(/[<>"&]/g, '')
  const card = (x: number) =>
    `<rect x="${x}" y="112" width="88" height="52" rx="6" fill="${colour('colorBgContainer')}" stroke="${colour('colorBorderSecondary')}"/><rect x="${x + 10}" y="124" width="50" height="6" rx="3" fill="${colour('colorText')}"/><rect x="${x + 10}" y="138" width="66" height="5" rx="2" fill="${colour('colorTextSecondary')}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180"><defs><linearGradient id="h"><stop stop-color="${colour('colorHeroFrom')}"/><stop offset="1" stop-color="${colour('colorHeroTo')}"/></linearGradient></defs><rect width="320" height="180" fill="${colour('colorBgLayout')}"/><rect width="320" height="24" fill="${colour('colorBgContainer')}"/><rect x="16" y="7" width="10" height="10" rx="3" fill="${colour('colorPrimary')}"/><rect x="32" y="9" width="40" height="6" rx="3" fill="${colour('colorText')}"/><rect x="16" y="36" width="288" height="62" rx="8" fill="url(#h)"/><rect x="32" y="48" width="120" height="8" rx="4" fill="${colour('colorHeroText')}"/><rect x="32" y="62" width="90" height="5" rx="2" fill="${colour('colorHeroTextSecondary')}"/><rect x="32" y="76" width="48" height="14" rx="5" fill="${colour('colorPrimaryBg')}"/>${card(16)}${card(116)}${card(216)}</svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
