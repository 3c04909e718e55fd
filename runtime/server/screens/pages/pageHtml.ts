/** The HTML of a page: the built one with what this address, language and skin add to it. */
import { escapeHtml } from '../../../core/escapeHtml.ts'
import type { Lang, Platform } from '../../../core/platform.ts'
import { type AppliedSkin, resolveSkin, shownSkin, sideOf } from '../../../core/skin/resolveSkin.ts'
import { skinStyle } from '../../../core/skin/skinStyle.ts'
import type { DrawnScreen } from '../../firstScreens/createFirstScreens.ts'
import { type Look, screenParts, skinAttributes, skinRules } from '../../firstScreens/firstScreenHtml.ts'
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
  const { platform, nonce, lang, head, files } = facts
  const { styles, root, data } = screenParts(first, nonce)
  const needed = [textAddress(platform, lang), ...files]
  const early = needed.filter(isStyle).map((file) => `<link rel="stylesheet" href="${escapeHtml(file)}">`)
  const look = lookOf(firstSkin(facts), platform)
  return beginLater(page, needed)
    .replace('<html ', () => `<html ${skinAttributes(look.style)}`)
    .replace('</head>', () => `${early.join('')}${skinRules(look, lookOnDark(facts), nonce)}${styles}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${head.includes(PICTURE) ? root : withPictureFirst(root)}</div>${data}`)
}

/** Scripts of the built page, of which the last brings the others. */
const SCRIPTS = /\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g

/** What is drawn already is painted first: `renderer/public/begin.js` loads the rest. */
function beginLater(page: string, needed: readonly string[]): string {
  const main = [...page.matchAll(SCRIPTS)].at(-1)?.[1]
  if (!main) return page
  const files = needed.filter((file) => !isStyle(file)).join(' ')
  const begin = `<script async src="/begin.js" data-main="${main}" data-files="${escapeHtml(files)}"></script>`
  return page.replaceAll(SCRIPTS, '').replace('</head>', () => `${begin}</head>`)
}

/** A head that names the picture of the page itself. */
const PICTURE = '<link rel="preload" as="image"'

/** The first picture is in view and mostly the largest: the browser asks for it without waiting for the layout. The others wait until they are near. */
function withPictureFirst(root: string): string {
  return root.replace('<img loading="lazy"', '<img fetchpriority="high"')
}

function isStyle(file: string): boolean {
  return file.endsWith('.css')
}

/** The one that the browser will show: by the same rule (`shownSkin`). */
function firstSkin({ platform, skin, chosenSkin }: PageFacts): AppliedSkin {
  const find = (id: string) => platform.documents.skin.get(id)
  const chosen = chosenSkin === undefined ? undefined : find(chosenSkin)
  const shown = shownSkin(skin as AppliedSkin | null, chosen ? resolveSkin(chosen, find) : null)
  return shown ?? resolveSkin(platform.get('skin', platform.app.skin), find)
}

function lookOf(skin: AppliedSkin, platform: Platform): Look {
  return { style: skinStyle(skin, platform.documents.skin.get(BASE_SKIN)?.tokens ?? {}), dark: skin.dark }
}

/** What a person sees who chose nothing and whose system is dark, by the rule of the browser (`runtime/client/skins.ts`). Null: the same as the others. */
function lookOnDark({ platform, skin, chosenSkin }: PageFacts): Look | null {
  if (chosenSkin !== undefined || platform.app.skin !== BASE_SKIN) return null
  const dark = darkLook(platform)
  return dark && skin ? lookOf(sideOf(skin as AppliedSkin, true), platform) : dark
}

const darkLooks = new WeakMap<Platform, Look | null>()

/** That of the first dark skin; made once, not for each page. */
function darkLook(platform: Platform): Look | null {
  const known = darkLooks.get(platform)
  if (known !== undefined) return known
  const find = (id: string) => platform.documents.skin.get(id)
  const skins = [...platform.documents.skin.values()].map((each) => resolveSkin(each, find))
  const skin = skins.find((each) => each.dark)
  const look = skin ? lookOf(skin, platform) : null
  darkLooks.set(platform, look)
  return look
}
