/** The label of a code of an enum document; the code itself where there is none. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'

export function labelOf(enumId: string, code: string, { platform, text }: Pick<HandlerContext, 'platform' | 'text'>): LocalText {
  const label = platform.get('enum', enumId).values.find((value) => String(value.code) === code)?.label
  if (label === undefined) return { zh: code, en: code }
  return typeof label === 'object' && 'zh' in label ? label : text(label as never)
}
