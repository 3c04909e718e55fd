/** A template and its variables -> the words of a message. */
import type { TemplateDocument } from '../../core/documents.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import { templateWords } from '../wire/templateWords.ts'

const MASK = '••••••'

export interface RenderedMessage {
  subject: string
  text: string
}

export function renderMessage(
  platform: Platform,
  template: TemplateDocument,
  lang: Lang,
  variables: Readonly<Record<string, unknown>>,
): RenderedMessage {
  const { subject, text } = templateWords(platform, template, variables)
  return { subject: subject[lang], text: text[lang] }
}

/** The variables as staff may read them: what is declared `writeOnly` (codes, links that open an account) is masked. */
export function maskVariables(template: TemplateDocument, variables: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, template.variables[name]?.writeOnly === true ? MASK : value]),
  )
}
