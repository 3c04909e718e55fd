/** `"=note.title"` stands for `{ "cel": "note.title" }`. A literal text that begins with `=` is written as an expression: `"='=1'"`. */
import { isRecord } from '../isRecord.ts'
import type { ShortForm } from './shortForm.ts'

export const expressionForm: ShortForm = {
  expand(value) {
    return typeof value === 'string' && value.startsWith('=') ? { value: { cel: value.slice(1).trim() } } : undefined
  },
  contract(long, contracted) {
    if (typeof long === 'string' && long.startsWith('=')) return `=${JSON.stringify(long)}`
    // cases and the like say it already
    return isExpression(long) && isExpression(contracted) ? `=${long.cel}` : contracted
  },
}

export function isExpression(value: unknown): value is { cel: string } {
  return (
    isRecord(value) &&
    typeof value.cel === 'string' &&
    Object.keys(value).length === 1 &&
    value.cel === value.cel.trim() &&
    value.cel !== ''
  )
}
