/** Skin documents -> CSS variables on `:root`. `colorPrimary` becomes `--agon-color-primary`; plain numbers are pixels unless the token is a
 *  ratio or a weight. Switching needs no reload: every component reads the variables. */
import { proxy } from 'valtio/vanilla'
import type { SkinDocument } from '../core/documents.ts'
import { readStored, writeStored } from './remembered.ts'

export type SkinTokens = Record<string, string | number>

/** The skin shown. `tokens` are complete (base skin under the chosen one), for parts that cannot read CSS variables. */
export const skin = proxy<{ id: string; dark: boolean; tokens: SkinTokens; images: Record<string, string>; choices: SkinDocument[] }>({
  id: '',
  dark: false,
  tokens: {},
  images: {},
  choices: [],
})

const CHOICE_KEY = 'agon.skin'
const LAST_KEY = 'agon.skin.last'
const FRAME_KEY = 'agon.skin.frame'
const UNITLESS = /lineHeight|fontWeight|opacity|zIndex/i
let base: SkinDocument | null = null
let appDefault: SkinDocument | null = null
let previewed: string | null = null

/** Paints with the base skin, or with the one of the last visit, before the server has answered. */
export function startSkins(baseSkin: SkinDocument): void {
  base = baseSkin
  applySkin(readStored<SkinDocument>(LAST_KEY) ?? baseSkin)
}

/** Takes over the skins a boot brought: the person's own choice goes first, then the frame's skin, then the app's. */
export function offerSkins(choices: SkinDocument[], appSkin: SkinDocument): void {
  skin.choices = choices
  appDefault = appSkin
  applyDecided()
}

/** The frame around the pages asks for a skin (null: for none). Kept, so that the next start does not show another one first. */
export function wearSkin(id: string | null): void {
  if (readStored<string>(FRAME_KEY) === id) return
  writeStored(FRAME_KEY, id)
  applyDecided()
}

/** Shows a skin until the preview ends (null) or the person goes elsewhere; nothing is remembered. */
export function previewSkin(id: string | null): void {
  if (previewed === id) return
  previewed = id
  applyDecided()
}

function applyDecided(): void {
  const wanted = [previewed, readStored<string>(CHOICE_KEY), readStored<string>(FRAME_KEY)]
  const found = wanted.map((id) => skin.choices.find((choice) => choice.id === id)).find((choice) => choice !== undefined)
  if (found ?? appDefault) applySkin((found ?? appDefault)!)
}

/** Switches to one of the offered skins and remembers it. An unknown id changes nothing. */
export function chooseSkin(id: string): void {
  const chosen = skin.choices.find((choice) => choice.id === id)
  if (!chosen) return
  writeStored(CHOICE_KEY, id)
  applySkin(chosen)
}

/** Shows a skin without remembering it: a page may carry its own. */
export function applySkin(document_: SkinDocument): void {
  const tokens = { ...inherited(document_), ...document_.tokens }
  const root = document.documentElement
  for (const [name, value] of Object.entries(tokens)) root.style.setProperty(variableName(name), cssValue(name, value))
  for (const [name, address] of Object.entries(document_.images ?? {})) {
    root.style.setProperty(variableName(`image-${name}`), `url("${encodeURI(address)}")`)
  }
  root.dataset.skin = document_.id
  root.style.colorScheme = document_.dark ? 'dark' : 'light'
  writeStored(LAST_KEY, document_)
  Object.assign(skin, { id: document_.id, dark: document_.dark === true, tokens, images: document_.images ?? {} })
}

/** `--agon-color-primary` for `colorPrimary`, `--agon-font-size-xs` for `fontSizeXS`, `--agon-space-4` for `space4`. */
export function variableName(token: string): string {
  const kebab = token.replace(/([a-z])([A-Z]|\d)/g, '$1-$2').replace(/(\d)([A-Z])/g, '$1-$2')
  return `--agon-${kebab.toLowerCase()}`
}

function cssValue(name: string, value: string | number): string {
  return typeof value === 'number' && !UNITLESS.test(name) ? `${value}px` : String(value)
}

// A chain of `extends` ends at the base skin, which has every token.
function inherited(document_: SkinDocument, depth = 0): SkinTokens {
  const parent = depth < 5 ? skin.choices.find((choice) => choice.id === document_.extends) : undefined
  return parent ? { ...inherited(parent, depth + 1), ...parent.tokens } : (base?.tokens ?? {})
}
