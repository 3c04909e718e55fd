import type { LocalText, Text } from '../../core/documents.ts'
import type { Platform } from '../../core/platform.ts'
import { localText } from '../screens/localText.ts'

/** A text of a document in both languages. */
export function textInBoth(platform: Pick<Platform, 'texts'>, text: Text): LocalText {
  return { zh: localText(platform, 'zh', text), en: localText(platform, 'en', text) }
}
