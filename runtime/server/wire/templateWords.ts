/** A template and its variables -> the words of a message, in both languages. */
import type { LocalText, TemplateDocument, Text } from '../../core/documents.ts'
import type { Platform } from '../../core/platform.ts'
import { fillText } from './fillText.ts'
import { localTextOf } from './localTextOf.ts'

export function templateWords(
  platform: Platform,
  { subject, body }: TemplateDocument,
  variables: Readonly<Record<string, unknown>>,
): { subject: LocalText; text: LocalText } {
  const words = (text: Text): LocalText => {
    const { zh, en } = localTextOf(platform, text)
    const { enum: enums } = platform.documents
    const { timeZone } = platform.app
    return { zh: fillText(zh, variables, 'zh', enums, timeZone), en: fillText(en, variables, 'en', enums, timeZone) }
  }
  return { subject: words(subject ?? { zh: '', en: '' }), text: words(body) }
}
