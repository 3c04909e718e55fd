/** What of a row a handler may have written into the log: sensitive fields are replaced, and so is everything that has the name of a secret, however deep. */
import type { EntityDocument } from '../../core/documents.ts'

const SECRET_NAME = /password|token|secret/i
export const REDACTED = '[redacted]'

/** @param value the row, or a part of it, as the handler gives it */
export function redactValue(value: unknown, entity: EntityDocument): unknown {
  return redact(value, (key) => {
    const field = Object.hasOwn(entity.fields, key) ? entity.fields[key] : undefined
    return field?.sensitive === true || field?.type === 'secret'
  })
}

function redact(value: unknown, isSensitive: (key: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => redact(item, isSensitive))
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value.toISOString()
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      item != null && (isSensitive(key) || SECRET_NAME.test(key)) ? REDACTED : redact(item, isSensitive),
    ]),
  )
}
