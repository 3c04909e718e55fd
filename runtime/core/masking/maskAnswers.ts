/** Answers of a form version -> the same answers with personal values masked. */
import type { FormField, Mask } from '../documents.ts'
import { isRecord } from '../isRecord.ts'
import { maskText } from './maskText.ts'
import { fieldMask, type Masks } from './personalFields.ts'

/** @returns a copy; values of no declared field stay as they are */
export function maskAnswers(form: { properties?: Record<string, FormField> }, answers: Record<string, unknown>, masks: Masks) {
  return maskProperties(form, answers, masks)
}

function maskProperties({ properties = {} }: Pick<FormField, 'properties'>, value: Record<string, unknown>, masks: Masks) {
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, Object.hasOwn(properties, name) ? maskField(properties[name]!, each, masks) : each]),
  )
}

function maskField(field: FormField, value: unknown, masks: Masks): unknown {
  const mask = fieldMask(field, masks)
  if (mask) return hideAll(value, mask)
  if (Array.isArray(value)) return field.items ? value.map((each) => maskField(field.items!, each, masks)) : value
  return isRecord(value) ? maskProperties(field, value, masks) : value
}

/** Whatever shape a personal answer has. */
function hideAll(value: unknown, mask: Mask): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map((each) => hideAll(each, mask))
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hideAll(each, mask)]))
  return maskText(String(value), mask)
}
