/** The HTML of a page: the built one with what this address, language and skin add to it. */
import { escapeHtml } from '../../../core/escapeHtml.ts'
import type { Lang, Platform } from '../../../core/platform.ts'
import { type AppliedSkin, resolveSkin, shownSkin } from '../../../core/skin/resolveSkin.ts'
import { skinStyle } from '../../../core/skin/skinStyle.ts'
import type { DrawnScreen } from '../../firstScreens/createFirstScreens.ts'
import { screenParts, skinAttributes, skinRules } from '../../firstScreens/firstScreenHtml.ts'
import { HTML_LANG } from '../../head/headMarkup.ts'
import { localText } from '../localText.ts'
import { NONCE_PLACEHOLDER } from '../pageTransform.ts'
import { textAddress } from '../textBundle.ts'

export interface PageFacts {
  platform: Platform
  nonce: string
  lang: Lang
  /** Elements, escaped. */
  head: string
  /** Of what the page is about; null: it has none. */
  skin: unknown
  /** Id of the skin that the person chose. */
  chosenSkin: string | undefined
  first: DrawnScreen | null
  /** Addresses of files that the first screen needs. */
  files: readonly string[]
}

/** The skin that everything starts from. */
const BASE_SKIN = 'skins.light'

export function pageHtml(html: string, facts: PageFacts): string {
  const { platform, nonce, lang, head, skin, first } = facts
  const painted = skin ? `<meta name="agon-skin" content="${escapeHtml(JSON.stringify(skin))}">` : ''
  const page = html
    .replaceAll(NONCE_PLACEHOLDER, nonce)
    .replace(/<html lang="[^"]*">/, () => `<html lang="${HTML_LANG[lang]}">`)
    .replace(/<title>[^<]*<\/title>/, () => `${head}${textsMeta(platform, lang)}${painted}`)
  const noScript = `<noscript><p class="ag-offline">${escapeHtml(localText(platform, lang, '@kernel.noScript'))}</p></noscript>`
  return (first ? withScreen(page, first, facts) : page).replace('<body>', () => `<body>${noScript}`)
}

/** The page without anything of an address: what a browser opens pages with while it has no network. It names the texts of all languages. */
export function shellHtml(html: string, { platform, nonce, lang }: Pick<PageFacts, 'platform' | 'nonce' | 'lang'>): string {
  const texts = LANGUAGES.filter((other) => other !== lang).map((other) => textsMeta(platform, other))
  const head = `<title>${escapeHtml(localText(platform, lang, platform.app.title))}</title><meta name="robots" content="noindex">${texts.join('')}`
  return pageHtml(html, { platform, nonce, lang, head, skin: null, chosenSkin: undefined, first: null, files: [] })
}

const LANGUAGES: readonly Lang[] = ['zh', 'en']

function textsMeta(platform: Platform, lang: Lang): string {
  return `<meta name="agon-texts" content="${textAddress(platform, lang)}" lang="${HTML_LANG[lang]}">`
}

function withScreen(page: string, first: DrawnScreen, facts: PageFacts): string {
  const { platform, nonce, lang, files } = facts
  const { styles, root, data } = screenParts(first, nonce)
  const early = [textAddress(platform, lang), ...files].map(earlyLink).join('')
  const skin = firstSkin(facts)
  const style = skinStyle(skin, platform.documents.skin.get(BASE_SKIN)?.tokens ?? {})
  return page
    .replace('<html ', () => `<html ${skinAttributes(style)}`)
    .replace('</head>', () => `${early}${skinRules(style, skin.dark, nonce)}${styles}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${root}</div>${data}`)
}

function earlyLink(file: string): string {
  const href = escapeHtml(file)
  if (file.endsWith('.css')) return `<link rel="stylesheet" href="${href}">`
  if (file.endsWith('.json')) return `<link rel="preload" as="fetch" crossorigin href="${href}">`
  // not as a module: a page never asks again for one that once did not come
  return `<link rel="preload" as="script" crossorigin href="${href}">`
}

/** The one that the browser will show: by the same rule (`shownSkin`). */
function firstSkin({ platform, skin, chosenSkin }: PageFacts): AppliedSkin {
  const find = (id: string) => platform.documents.skin.get(id)
  const chosen = chosenSkin === undefined ? undefined : find(chosenSkin)
  const shown = shownSkin(skin as AppliedSkin | null, chosen ? resolveSkin(chosen, find) : null)
  return shown ?? resolveSkin(platform.get('skin', platform.app.skin), find)
}
