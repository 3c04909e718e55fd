/** A template and its variables -> the words of a message, in both languages. A variable with `contentMediaType: text/html` is formatted text: plain words in
 *  `text`, and as it was written in `html`. */
import type { LocalText, TemplateDocument, Text } from '../../core/documents.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import { cleanRichText } from '../../core/richText/cleanRichText.ts'
import { plainText } from '../../core/richText/plainText.ts'
import { textHtml } from '../../core/values/textHtml.ts'
import { fillText } from './fillText.ts'
import { localTextOf } from './localTextOf.ts'

export interface TemplateWords {
  subject: LocalText
  text: LocalText
  /** Only of a template with formatted text. */
  html?: LocalText
}

type Values = Readonly<Record<string, unknown>>
const FORMATTED = 'text/html'

export function templateWords(
  platform: Platform,
  { subject, body, variables: declared = {} }: TemplateDocument,
  values: Values,
): TemplateWords {
  const { enum: enums } = platform.documents
  const { timeZone } = platform.app
  const fill = (text: string, given: Values, lang: Lang) => fillText(text, given, lang, enums, timeZone)
  const words = (text: Text, given: Values): LocalText => {
    const { zh, en } = localTextOf(platform, text)
    return { zh: fill(zh, given, 'zh'), en: fill(en, given, 'en') }
  }
  const formatted = Object.keys(declared).filter(
    (name) => declared[name]?.contentMediaType === FORMATTED && typeof values[name] === 'string',
  )
  if (formatted.length === 0) return { subject: words(subject ?? { zh: '', en: '' }, values), text: words(body, values) }
  const plain = { ...values, ...Object.fromEntries(formatted.map((name) => [name, plainText(String(values[name]))])) }
  const { zh, en } = words(body, { ...values, ...Object.fromEntries(formatted.map((name, index) => [name, placeOf(index)])) })
  const clean = formatted.map((name) => cleanRichText(String(values[name])))
  return {
    subject: words(subject ?? { zh: '', en: '' }, plain),
    text: words(body, plain),
    html: { zh: withFormatted(zh, clean), en: withFormatted(en, clean) },
  }
}

/** Stands for formatted text while the words around it become HTML: private signs of Unicode, which no text of a template has. */
function placeOf(index: number): string {
  return `\uE000${index}\uE001`
}

function withFormatted(text: string, clean: readonly string[]): string {
  const places = /<p>\uE000(\d+)\uE001<\/p>|\uE000(\d+)\uE001/g
  return textHtml(text).replace(places, (_, alone, inside) => clean[Number(alone ?? inside)] ?? '')
}
