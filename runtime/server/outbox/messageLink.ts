/** The page that a message is about, and the words of the button that leads there. */
import type { TemplateDocument } from '../../core/documents.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import { compileValue } from '../calls/compileValue.ts'
import { fillText } from '../wire/fillText.ts'
import { keyedText } from '../wire/keyedText.ts'
import { localTextOf } from '../wire/localTextOf.ts'

export interface MessageLink {
  /** A path of the site. */
  to: string
  label: string
}

interface LinkFacts {
  template: TemplateDocument
  variables: Readonly<Record<string, unknown>>
  lang: Lang
  /** Address of the platform. */
  site: string
}

/** @returns null for a template without a page, and for a message of before whose variables do not lead there */
export function messageLink(platform: Platform, { template, variables, lang, site }: LinkFacts): MessageLink | null {
  const whole = pathOf(template.to, variables, lang)
  if (whole === null) return null
  const to = whole.startsWith(`${site}/`) ? whole.slice(site.length) : whole
  const label = template.label === undefined ? keyedText(platform, 'notice.view') : localTextOf(platform, template.label)
  return { to, label: label[lang] }
}

function pathOf(to: TemplateDocument['to'], variables: Readonly<Record<string, unknown>>, lang: Lang): string | null {
  if (to === undefined || typeof to === 'string') return to ?? null
  if ('zh' in to) return to[lang]
  try {
    if ('cel' in to) return (compileValue(to)(variables) as string | null) ?? null
    const values = compileValue(to.with)(variables) as Record<string, unknown>
    if (Object.values(values).includes(null)) return null
    return fillText(typeof to.text === 'string' ? to.text : to.text[lang], values, lang)
  } catch {
    return null
  }
}
