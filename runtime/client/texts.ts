/** Texts in the person's language: `Text` of the documents -> string. Keys come from the server per language and are kept by i18next; changing
 *  the language replaces the texts in place, without a reload. */
import i18next, { type FormatterModule } from 'i18next'
import { proxy } from 'valtio/vanilla'
import type { LocalText, Text } from '../core/documents.ts'
import type { Lang } from '../core/platform.ts'
import { parsePluralForms, pluralForm } from '../core/pluralForm.ts'
import { parseTextFormat } from '../core/textFormats.ts'
import type { Boot } from '../core/wire.ts'
import { request } from './http.ts'
import { previewFrame } from './previewFrame.ts'
import { remembered } from './remembered.ts'
import type { Scope } from './scope.ts'
import { evaluateValue } from './scope.ts'
import { writeCookie } from './writeCookie.ts'

/** The language shown. `revision` grows whenever texts arrive, so that what shows texts draws itself again. */
export const language = proxy<{ lang: Lang; revision: number }>({ lang: 'zh', revision: 0 })

/** What a place of a text shows; `argument` is what stands in the parentheses of its format. */
export type TextFormatter = (value: unknown, argument: string) => string

const formats: Record<string, TextFormatter> = {
  plural: (value, forms) => pluralForm(value, parsePluralForms(forms), language.lang),
}

/** Formats that texts may name: `{{at, datetime}}`, `{{work.state, enum(work.state)}}`. Added before the texts start. */
export function addTextFormats(added: Record<string, TextFormatter>): void {
  Object.assign(formats, added)
}

/** Its own formatter, because i18next's reads what stands in parentheses as options. */
const formatter = {
  type: 'formatter',
  format(value: unknown, written?: string) {
    const { format = '', argument = '' } = parseTextFormat(written)
    return value == null ? value : (formats[format]?.(value, argument) ?? listed(value))
  },
} as FormatterModule

const JOINTS: Readonly<Record<Lang, string>> = { zh: '、', en: ', ' }

/** The members of a list as words, with what stands between them in the language. */
function listed(value: unknown): unknown {
  return Array.isArray(value) ? value.map((member) => resolveText(member)).join(JOINTS[language.lang]) : value
}

/** Reads the language from the cookie, else from the page as the server wrote it, and loads its texts. @throws CallError */
export async function startTexts(): Promise<void> {
  const { languageCookie } = remembered()
  const chosen = previewFrame()?.lang ?? readCookie(languageCookie)
  const ofPage = document.documentElement.lang === 'en' ? 'en' : 'zh'
  const lang = chosen === 'zh' || chosen === 'en' ? chosen : ofPage
  await initTexts()
  const came = previewFrame()?.drafts ? null : await textsOfPage(lang)
  if (came) i18next.addResourceBundle(lang, 'translation', came)
  await loadLanguage(lang)
}

/** The file of texts of a language that the page names: a browser that has it does not ask again. Null when it does not come. */
async function textsOfPage(lang: Lang): Promise<Record<string, string> | null> {
  const address = document.querySelector<HTMLMetaElement>(`meta[name="agon-texts"][lang^="${lang}"]`)?.content
  if (!address) return null
  const reply = await fetch(address).catch(() => null)
  return reply?.ok ? ((await reply.json().catch(() => null)) as Record<string, string> | null) : null
}

const shown: Partial<Record<Lang, Readonly<Record<string, string>>>> = {}

/** Shows a language whose texts are here. */
export async function showTexts(lang: Lang, texts: Readonly<Record<string, string>>): Promise<void> {
  if (!i18next.isInitialized) await initTexts()
  if (shown[lang] !== texts) {
    i18next.removeResourceBundle(lang, 'translation')
    i18next.addResourceBundle(lang, 'translation', texts)
    shown[lang] = texts
  }
  if (i18next.language !== lang) await i18next.changeLanguage(lang)
  if (language.lang !== lang) language.lang = lang
}

async function initTexts(): Promise<void> {
  await i18next.use(formatter).init({
    lng: 'none',
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, alwaysFormat: true },
    returnNull: false,
  })
}

/** Changes the language here and now. The caller keeps it in the cookie with `keepLanguage`. @throws CallError when the texts do not arrive */
export async function loadLanguage(lang: Lang): Promise<void> {
  if (!i18next.hasResourceBundle(lang, 'translation')) {
    const texts = await requestTexts(lang)
    i18next.addResourceBundle(lang, 'translation', texts)
  }
  await i18next.changeLanguage(lang)
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en'
  language.lang = lang
  language.revision += 1
}

/** Drops loaded texts and loads the shown language again, because documents of the platform have changed. */
export async function reloadTexts(): Promise<void> {
  const { lang } = language
  const texts = await requestTexts(lang)
  for (const known of Object.keys(i18next.store?.data ?? {})) i18next.removeResourceBundle(known, 'translation')
  i18next.addResourceBundle(lang, 'translation', texts)
  language.revision += 1
}

/** In the studio's frame the person's drafts count. */
function requestTexts(lang: Lang): Promise<Record<string, string>> {
  const frame = previewFrame()
  return frame?.drafts
    ? request<Record<string, string>>('platform.preview.texts', { lang, before: frame.before })
    : request<Record<string, string>>('platform.texts', { lang }, { withoutSession: true })
}

/** Keeps the choice in the app's cookie. */
export function keepLanguage(lang: Lang, { languages, cookies }: Pick<Boot['app'], 'languages' | 'cookies'>): void {
  const { name, days } = languages.cookie
  writeCookie(name, lang, days === undefined ? cookies : { ...cookies, days })
}

/** A text by key with `{{name}}` filled in; the key itself when no one wrote it, so that the gap can be seen. */
export function translate(key: string, values?: Record<string, unknown>): string {
  return i18next.t(key, values ?? {})
}

/** Whether a key has a text in the shown language. */
export function hasText(key: string): boolean {
  return i18next.exists(key)
}

/**
 * The string of a `Text` in the shown language. Values of `with` are evaluated in `scope` (needed only for those).
 * Data that is a `{zh,en}` object counts as a Text too; anything else becomes its string, null an empty one.
 */
export function resolveText(text: Text | unknown, scope?: Scope, values?: Record<string, unknown>): string {
  if (text === null || text === undefined) return ''
  if (typeof text === 'string') return text.startsWith('@') ? translate(text.slice(1), values) : fill(text, values)
  if (isLocalText(text)) return fill(text[language.lang] || text.zh || text.en, values)
  if (isTextWith(text)) return resolveText(text.text, scope, withValues(text.with, scope))
  return String(text)
}

/** True for `{zh, en}`, in documents and in data. */
export function isLocalText(value: unknown): value is LocalText {
  return typeof value === 'object' && value !== null && 'zh' in value && 'en' in value
}

function isTextWith(value: unknown): value is Extract<Text, { with: unknown }> {
  return typeof value === 'object' && value !== null && 'text' in value && 'with' in value
}

function withValues(values: Extract<Text, { with: unknown }>['with'], scope: Scope | undefined): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => {
    const resolved = scope ? evaluateValue(value, scope) : value
    return [name, isLocalText(resolved) ? resolveText(resolved) : (resolved ?? '')]
  })
  return Object.fromEntries(entries)
}

function fill(text: string, values: Record<string, unknown> | undefined): string {
  if (!values || !text.includes('{{')) return text
  return i18next.services.interpolator?.interpolate(text, values, language.lang, {}) ?? text
}

function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found ? decodeURIComponent(found.slice(name.length + 1)) : null
}
