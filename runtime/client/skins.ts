/** Skin documents -> CSS variables on `:root`. `colorPrimary` becomes `--agon-color-primary`; plain numbers are pixels unless the token is a
 *  ratio or a weight. Switching needs no reload: every component reads the variables.
 *
 *  Which one is shown: a preview, else the skin of the object that the page is about (on the side, light or dark, that the person chose, if it has that
 *  side), else the person's choice, else the frame's, else the app's: dark where the system is, unless the platform shows a skin of its own. */
import { proxy } from 'valtio/vanilla'
import type { SkinDocument } from '../core/documents.ts'
import { type AppliedSkin, resolveSkin, SKIN_COOKIE, type SkinTokens, shownSkin, sideOf } from '../core/skin/resolveSkin.ts'
import { skinStyle, variableName } from '../core/skin/skinStyle.ts'
import type { Boot } from '../core/wire.ts'
import { isPreviewFrame } from './previewFrame.ts'
import { readStored, writeStored } from './remembered.ts'
import { writeCookie } from './writeCookie.ts'

export type { SkinTokens } from '../core/skin/resolveSkin.ts'

interface ShownSkin {
  id: string
  dark: boolean
  tokens: SkinTokens
  images: Record<string, string>
  choices: SkinDocument[]
  /** Id of the one that the person chose; null: it is as the system, or the platform, has it. */
  chosen: string | null
  /** Without a choice it is light or dark as the system. */
  followsSystem: boolean
}

/** The skin shown. `tokens` are complete (base skin under the chosen one), for parts that cannot read CSS variables. */
export const skin = proxy<ShownSkin>({
  id: '',
  dark: false,
  chosen: null,
  followsSystem: false,
  tokens: {},
  images: {},
  choices: [],
})

const CHOICE_KEY = 'agon.skin'
const LAST_KEY = 'agon.skin.last'
const FRAME_KEY = 'agon.skin.frame'
const SKIN_META = 'meta[name="agon-skin"]'
const SYSTEM_DARK = '(prefers-color-scheme: dark)'
let base: SkinTokens = {}
let baseId = ''
let appDefault: SkinDocument | null = null
let cookies: Boot['app']['cookies'] | null = null
let previewed: string | AppliedSkin | null = null
let ofObject: AppliedSkin | null = null
/** What was set on the root last: images and ways of another skin must not stay. */
let painted: { images: string[]; layout: string[] } = { images: [], layout: [] }

/** Paints with the base skin, with the one of the last visit, or with the one that came with the page, before the server has answered.
 *  @param isDrawn the page came drawn, in what the server takes for the person's skin */
export function startSkins(baseSkin: Pick<SkinDocument, 'id' | 'tokens'>, isDrawn: boolean): void {
  base = baseSkin.tokens
  baseId = baseSkin.id
  matchMedia(SYSTEM_DARK).addEventListener('change', applyDecided)
  ofObject = readObject(document.querySelector<HTMLMetaElement>(SKIN_META)?.content)
  // what stands on the screen is right, unless this browser alone knows of another one
  if (isDrawn && readStored(CHOICE_KEY) === null && readStored(FRAME_KEY) === null) return
  if (ofObject) paint(sideOf(ofObject, readStored<boolean>(SIDE_KEY) ?? ofObject.dark))
  else paint(readStored<AppliedSkin>(LAST_KEY) ?? appliedFrom({ version: 1, $schema: '', title: '', ...baseSkin }))
}

/** Whether the person's choice, or the system's, was a dark one: known before the skins have come. */
const SIDE_KEY = 'agon.skin.dark'

/** Takes over the skins a boot brought. */
export function offerSkins({ skins: choices, skin: appSkin, app }: Pick<Boot, 'skins' | 'skin' | 'app'>): void {
  skin.choices = choices
  appDefault = appSkin
  cookies = app.cookies
  applyDecided()
}

/** The frame around the pages asks for a skin (null: for none). Kept, so that the next start does not show another one first. */
export function applySkin(wanted: string | AppliedSkin | null): void {
  if (JSON.stringify(readStored(FRAME_KEY)) === JSON.stringify(wanted)) return
  writeStored(FRAME_KEY, wanted)
  applyDecided()
}

/** The page is about something that has a skin of its own (null: it has none). */
export function applyObjectSkin(wanted: AppliedSkin | null): void {
  if (JSON.stringify(ofObject) === JSON.stringify(wanted)) return
  ofObject = wanted
  applyDecided()
}

/** Shows a skin until the preview ends (null) or the person goes elsewhere; nothing is remembered. */
export function previewSkin(wanted: string | AppliedSkin | null): void {
  if (previewed === wanted) return
  previewed = wanted
  applyDecided()
}

function applyDecided(): void {
  const chosen = find(readStored(CHOICE_KEY))
  const framed = find(readStored(FRAME_KEY))
  const liked = chosen ?? (framed ? null : darkAsSystem())
  Object.assign(skin, { chosen: chosen?.id ?? null, followsSystem: darkOne() !== null })
  const usual = liked ?? framed ?? (appDefault && appliedFrom(appDefault))
  const side = chosen || !liked ? ofObject && shownSkin(ofObject, chosen) : ofObject && sideOf(ofObject, liked.dark)
  const shown = find(previewed) ?? side ?? usual
  if (!isPreviewFrame()) keepCookie(chosen)
  if (shown && shown === usual && !isPreviewFrame()) {
    writeStored(LAST_KEY, usual)
    writeStored(SIDE_KEY, liked ? liked.dark : null)
  }
  if (shown) paint(shown)
}

/** The server draws pages with it; without it for a light and a dark system. */
function keepCookie(chosen: AppliedSkin | null): void {
  if (!cookies) return
  if (chosen) writeCookie(SKIN_COOKIE, chosen.id, cookies)
  else if (document.cookie.includes(`${SKIN_COOKIE}=`)) writeCookie(SKIN_COOKIE, '', { ...cookies, days: 0 })
}

/** A dark skin for a person who chose none and whose system is dark. */
function darkAsSystem(): AppliedSkin | null {
  return matchMedia(SYSTEM_DARK).matches ? darkOne() : null
}

/** The dark side of a platform without a skin of its own. */
function darkOne(): AppliedSkin | null {
  if (appDefault?.id !== baseId) return null
  return skin.choices.map(appliedFrom).find(({ dark }) => dark) ?? null
}

function find(wanted: string | AppliedSkin | null): AppliedSkin | null {
  if (wanted === null) return null
  if (typeof wanted === 'object') return wanted
  const found = skin.choices.find((choice) => choice.id === wanted)
  return found ? appliedFrom(found) : null
}

/** Switches to one of the offered skins and remembers it; null takes the choice back. An unknown id changes nothing. */
export function chooseSkin(id: string | null): void {
  if (id !== null && !skin.choices.some((choice) => choice.id === id)) return
  writeStored(CHOICE_KEY, id)
  applyDecided()
}

// The one place where a skin becomes style, for antd's too. What an earlier release has stored may lack the newer parts.
function paint({ id, dark, tokens, images, layout }: AppliedSkin): void {
  const root = document.documentElement
  const style = skinStyle({ tokens, images, layout }, base)
  for (const name of painted.images) root.style.removeProperty(name)
  for (const name of painted.layout) root.removeAttribute(name)
  painted = { images: Object.keys(style.images).map((name) => variableName(`image-${name}`)), layout: Object.keys(style.attributes) }
  for (const [name, value] of Object.entries(style.variables)) root.style.setProperty(name, value)
  for (const [name, value] of Object.entries(style.attributes)) root.setAttribute(name, value)
  root.dataset.skin = id
  root.style.colorScheme = dark ? 'dark' : 'light'
  Object.assign(skin, { id, dark, tokens: style.tokens, images: style.images })
}

function appliedFrom(document_: SkinDocument): AppliedSkin {
  return resolveSkin(document_, (id) => skin.choices.find((choice) => choice.id === id))
}

function readObject(text: string | undefined): AppliedSkin | null {
  try {
    return text ? (JSON.parse(text) as AppliedSkin) : null
  } catch {
    return null
  }
}
