import { EvaluationFault } from './EvaluationFault.ts'
import { Duration, Timestamp } from './temporal.ts'

/** `string(x)`: the text of a simple value. @throws EvaluationFault for lists, maps, null and bytes that are not UTF-8 */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return String(value)
  if (value instanceof Timestamp || value instanceof Duration) return value.toString()
  if (value instanceof Uint8Array) return decode(value)
  throw new EvaluationFault('this value has no text')
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new EvaluationFault('bytes are not UTF-8')
  }
}
