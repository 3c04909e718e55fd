/** Redacts a row that a handler writes into the log: sensitive fields and everything named like a secret are replaced at any depth; what looks personal is
 *  masked. */
import type { EntityDocument, EntityField } from '../../core/documents.ts'
import { entityMasks, maskShaped } from '../../core/masking/entityMasks.ts'
import type { Platform } from '../../core/platform.ts'

const SECRET_NAME = /password|token|secret/i
export const REDACTED = '[redacted]'

/** @param value the row, or a part of it, as the handler gives it */
export function redactValue(value: unknown, entity: EntityDocument, platform: Platform): unknown {
  return redact(value, (key, item) => {
    const field: EntityField | undefined = Object.hasOwn(entity.fields, key) ? entity.fields[key] : undefined
    if (field?.sensitive === true || field?.type === 'secret' || SECRET_NAME.test(key)) return REDACTED
    return field?.mask !== undefined && typeof item === 'string' ? maskShaped(item, entityMasks(field, platform)) : undefined
  })
}

/** @param instead what stands for a value that is not null; undefined: itself */
function redact(value: unknown, instead: (key: string, item: unknown) => string | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => redact(item, instead))
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value.toISOString()
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, item == null ? redact(item, instead) : (instead(key, item) ?? redact(item, instead))]),
  )
}
