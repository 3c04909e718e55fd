/** Labels of the codes of an enum, in both languages. */
import { bothWords } from './bothWords.ts'
import type { LocalText } from './documents.ts'
import type { Platform } from './platform.ts'

/** The code itself where the enum has no such code. @throws DOCUMENT_UNKNOWN */
export function enumLabel(id: string, code: string | number, platform: Pick<Platform, 'get' | 'texts'>): LocalText {
  const found = platform.get('enum', id).values.find((value) => String(value.code) === String(code))
  return bothWords(found?.label ?? String(code), platform)
}

/** All of them, in the order of the enum; a numeric code as text. @throws DOCUMENT_UNKNOWN */
export function enumLabels(id: string, platform: Pick<Platform, 'get' | 'texts'>): { code: string; label: LocalText }[] {
  return platform.get('enum', id).values.map(({ code, label }) => ({ code: String(code), label: bothWords(label, platform) }))
}
