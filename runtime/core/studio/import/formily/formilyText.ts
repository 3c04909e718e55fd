/** Words of a Formily schema. */
import type { LocalText } from '../../../documents.ts'
import type { Losses } from '../ImportReport.ts'
import { keysOf } from '../Ledger.ts'
import { isObject, plainText } from '../reading.ts'
import { isExpression } from './readExpression.ts'

/** Words; null for an expression, which is reported. */
export function formilyText(value: unknown, path: string, losses: Losses): LocalText | null {
  if (typeof value === 'string' && isExpression(value)) {
    losses.lost(path, 'script', value)
    return null
  }
  if (isObject(value) && !keysOf(value).some((key) => /^(zh|en|default)/.test(key))) {
    losses.lost(path, 'text', value)
    return null
  }
  return plainText(value)
}
