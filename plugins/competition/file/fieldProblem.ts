/** Whether a value of a file fits the field of an entity: what the database would refuse is reported with its place before anything is written. */
import type { EntityField } from '../../../runtime/core/documents.ts'
import { isRecord } from '../../../runtime/core/isRecord.ts'
import type { Platform } from '../../../runtime/core/platform.ts'

export type FieldProblem = 'type' | 'long' | 'range' | 'choice'
const DAY = /^\d{4}-\d{2}-\d{2}$/
/** Of any moment that a competition can have. */
const YEARS = { from: 1990, to: 2200 } as const
/** Characters of a text without a limit of its own. */
const MAX_CHARACTERS = 100_000

/** Null when it fits. `null` always does: whether a value is needed is decided by `required`. */
export function fieldProblem(value: unknown, field: EntityField, platform: Platform): FieldProblem | null {
  switch (field.type) {
    case 'string':
    case 'text':
      return typeof value === 'string' ? textProblem([value], field) : 'type'
    case 'localText':
      return isLocalText(value) ? textProblem([value.zh, value.en ?? ''], field) : 'type'
    case 'integer':
    case 'money':
      return Number.isSafeInteger(value) ? rangeProblem(value as number, field) : 'type'
    case 'number':
      return Number.isFinite(value) ? rangeProblem(value as number, field) : 'type'
    case 'boolean':
      return typeof value === 'boolean' ? null : 'type'
    case 'date':
      return typeof value === 'string' && DAY.test(value.slice(0, 10)) && isMoment(value) ? null : 'type'
    case 'datetime':
      return typeof value === 'string' && isMoment(value) ? null : 'type'
    case 'enum':
      return platform.get('enum', field.enum!).values.some(({ code }) => code === value) ? null : 'choice'
    case 'ref':
      return typeof value === 'string' ? null : 'type'
    case 'file':
      return isRecord(value) && typeof value.id === 'string' ? null : 'type'
    case 'json':
      return typeof value === 'object' ? null : 'type'
    default:
      return 'type'
  }
}

function isMoment(text: string): boolean {
  const at = new Date(text)
  return !Number.isNaN(at.getTime()) && at.getUTCFullYear() >= YEARS.from && at.getUTCFullYear() <= YEARS.to
}

function isLocalText(value: unknown): value is { zh: string; en?: string } {
  return isRecord(value) && typeof value.zh === 'string' && ['string', 'undefined'].includes(typeof value.en)
}

function textProblem(texts: readonly string[], { maxLength = MAX_CHARACTERS }: EntityField): FieldProblem | null {
  if (texts.some((text) => text.includes('\u0000'))) return 'type'
  return texts.some((text) => [...text].length > maxLength) ? 'long' : null
}

function rangeProblem(value: number, { min = -Infinity, max = Infinity }: EntityField): FieldProblem | null {
  return value < min || value > max ? 'range' : null
}
