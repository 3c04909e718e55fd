/** What a refusal says, in both languages. */
import type { HandlerContext, TextKey } from './contracts.ts'
import type { LocalText } from './documents.ts'
import type { AgonError } from './errors.ts'

const MAX = 500

export function refusalText({ code, details }: AgonError, { text, platform }: Pick<HandlerContext, 'text' | 'platform'>): LocalText {
  const key = `error.${code}`
  const { zh, en } = key in platform.texts.zh ? text(key as TextKey, details) : { zh: code, en: code }
  return { zh: zh.slice(0, MAX), en: en.slice(0, MAX) }
}
