/** A template and its variables -> the words of a message. */
import type { TemplateDocument } from '../../core/documents.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import { templateWords } from '../wire/templateWords.ts'

const MASK = '••••••'

export interface RenderedMessage {
  subject: string
  text: string
  /** Of a template with formatted text. */
  html?: string
}

export function renderMessage(
  platform: Platform,
  template: TemplateDocument,
  lang: Lang,
  variables: Readonly<Record<string, unknown>>,
): RenderedMessage {
  const { subject, text, html } = templateWords(platform, template, variables)
  return { subject: subject[lang], text: text[lang], ...(html && { html: html[lang] }) }
}

/** The variables as staff may read them: what is declared `writeOnly` (codes, links that open an account) is masked. */
export function maskVariables(template: TemplateDocument, variables: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, template.variables[name]?.writeOnly === true ? MASK : value]),
  )
}
