/** A first screen as parts of the page's HTML. The browser reads them in `renderer/firstScreenMarkup.ts`. */
import { escapeHtml } from '../../core/escapeHtml.ts'
import type { SkinStyle } from '../../core/skin/skinStyle.ts'
import type { DrawnScreen } from './createFirstScreens.ts'

export interface ScreenParts {
  /** For the end of the head. */
  styles: string
  /** What stands in the root. */
  root: string
  /** After the root. */
  data: string
}

/** Whatever a style holds, it stays a declaration in its rule. */
const SAFE_STYLE = /^[\w\s:;,.#%()'"/+*-]*$/

/** @param nonce of the page. Answers HTML */
export function screenParts({ html, styles, boot, page, facts }: DrawnScreen, nonce: string): ScreenParts {
  const rules = styles.filter(isSafe).map((style) => `[data-style="${style}"]{${decode(style)}}`)
  const json = `{"boot":${boot},"page":${page},${JSON.stringify(facts).slice(1)}`
  return {
    styles: rules.length > 0 ? `<style id="agon-first-styles" nonce="${nonce}">${rules.join('')}</style>` : '',
    root: html,
    data: `<script type="application/json" id="agon-first">${json.replaceAll('<', '\\u003c')}</script>`,
  }
}

export interface Look {
  style: SkinStyle
  dark: boolean
}

/** The skin as rules, until the browser's code sets it on the root itself.
 *  @param onDark what stands in its place where the system of the person is dark; null: the same */
export function skinRules({ style, dark }: Look, onDark: Look | null, nonce: string): string {
  const usual = rootRule(Object.entries(style.variables), dark)
  const others = onDark && Object.entries(onDark.style.variables).filter(([name, value]) => style.variables[name] !== value)
  const dusk = others ? `@media (prefers-color-scheme:dark){${rootRule(others, onDark!.dark)}}` : ''
  return `<style nonce="${nonce}">${usual}${dusk}</style>`
}

function rootRule(variables: readonly [name: string, value: string][], dark: boolean): string {
  const declarations = variables.map(([name, value]) => `${name}:${value.replaceAll('<', '\\3c ')};`)
  return `:root{${declarations.join('')}color-scheme:${dark ? 'dark' : 'light'}}`
}

/** Ways of laying out, for the root element; a space at the end. */
export function skinAttributes({ attributes }: SkinStyle): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeHtml(value)}" `)
    .join('')
}

function isSafe(style: string): boolean {
  return SAFE_STYLE.test(decode(style)) && !/url\s*\(|expression/i.test(style)
}

/** React writes quotation marks in attributes as entities. */
function decode(style: string): string {
  return style.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
}
