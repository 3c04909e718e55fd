/** The head of a page as HTML: title, description, canonical address, the same page in each language, and what is shown where the address is shared. */

import type { SiteDocument } from '../../core/documents.ts'
import { escapeHtml } from '../../core/escapeHtml.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import { localText } from '../screens/localText.ts'
import type { Head } from './readHead.ts'

export const HTML_LANG: Record<Lang, string> = { zh: 'zh-CN', en: 'en' }
const LOCALE: Record<Lang, string> = { zh: 'zh_CN', en: 'en_US' }
/** Languages of the platform. */
export const LANGS: readonly Lang[] = ['zh', 'en']
/** The client takes these elements out when another page is shown (`renderer/useLeftHead.ts`). */
const OF_PAGE = 'data-page=""'

export interface HeadPlace {
  platform: Platform
  lang: Lang
  /** Scheme and host. */
  site: string
}

/** The text of `<title>`, not escaped. */
export function titleText({ title }: Pick<Head, 'title'>, { platform, lang }: Omit<HeadPlace, 'site'>): string {
  const app = localText(platform, lang, platform.app.title)
  return title === null || title === '' || title === app ? app : `${title} · ${app}`
}

export function headMarkup(head: Head, place: HeadPlace): string {
  const { platform, lang, site } = place
  const title = titleText(head, place)
  const picture = head.image ?? platform.app.site?.image
  const image = picture ? site + picture : null
  const own = languageAddress(head.address, lang, place)
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(head.description)}" ${OF_PAGE}>`,
    `<link rel="canonical" href="${escapeHtml(own)}" ${OF_PAGE}>`,
    ...(head.isIndexed ? alternates(head.address, place) : [`<meta name="robots" content="noindex" ${OF_PAGE}>`]),
    ...properties({
      'og:type': 'website',
      'og:site_name': localText(platform, lang, platform.app.title),
      'og:title': head.title || title,
      'og:description': head.description,
      'og:url': own,
      ...(image ? { 'og:image': image } : {}),
      'og:locale': LOCALE[lang],
    }),
    ...LANGS.filter((other) => other !== lang).map((other) => property('og:locale:alternate', LOCALE[other])),
    `<meta name="twitter:card" content="summary_large_image" ${OF_PAGE}>`,
    `<meta name="twitter:title" content="${escapeHtml(head.title || title)}" ${OF_PAGE}>`,
    `<meta name="twitter:description" content="${escapeHtml(head.description)}" ${OF_PAGE}>`,
    ...(image ? [`<meta name="twitter:image" content="${escapeHtml(image)}" ${OF_PAGE}>`] : []),
    ...head.structured.map(thingMarkup),
    ...(platform.app.site ? [...platform.app.site.icons.map(iconLink), '<link rel="manifest" href="/manifest.webmanifest">'] : []),
    ...(head.isSeenFirst && head.image ? [`<link rel="preload" as="image" href="${escapeHtml(head.image)}" fetchpriority="high">`] : []),
  ]
  return tags.join('')
}

/** The absolute address of a page in a language: the default one has no parameter. */
export function languageAddress(address: string, lang: Lang, { platform, site }: Omit<HeadPlace, 'lang'>): string {
  const { default: usual, cookie } = platform.app.languages
  if (lang === usual) return site + address
  return `${site}${address}${address.includes('?') ? '&' : '?'}${cookie.name}=${lang}`
}

function thingMarkup(thing: Readonly<Record<string, unknown>>): string {
  return `<script type="application/ld+json" ${OF_PAGE}>${JSON.stringify(thing).replaceAll('<', '\\u003c')}</script>`
}

function alternates(address: string, place: HeadPlace): string[] {
  const links = LANGS.map((lang) => [HTML_LANG[lang], languageAddress(address, lang, place)] as const)
  const usual = ['x-default', languageAddress(address, place.platform.app.languages.default, place)] as const
  return [...links, usual].map(([lang, href]) => `<link rel="alternate" hreflang="${lang}" href="${escapeHtml(href)}" ${OF_PAGE}>`)
}

function properties(values: Record<string, string>): string[] {
  return Object.entries(values).map(([name, content]) => property(name, content))
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}" ${OF_PAGE}>`
}

function iconLink({ src, type, sizes, purpose }: SiteDocument['icons'][number]): string {
  const rel = purpose === 'touch' ? 'apple-touch-icon' : 'icon'
  return `<link rel="${rel}" href="${escapeHtml(src)}" type="${escapeHtml(type)}" sizes="${escapeHtml(sizes)}">`
}
