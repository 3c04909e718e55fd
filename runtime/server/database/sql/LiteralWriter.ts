import { SqlWriter } from '../SqlWriter.ts'
import { literal } from '../tableNames.ts'

/** Writes values into the text: only for what documents say, never for what callers send. */
export class LiteralWriter extends SqlWriter {
  override value(value: unknown, type: string): string {
    if (value === null) return `NULL::${type}`
    if (typeof value === 'number' || typeof value === 'boolean') return `${value}::${type}`
    return `${literal(typeof value === 'string' ? value : JSON.stringify(value))}::${type}`
  }
}
