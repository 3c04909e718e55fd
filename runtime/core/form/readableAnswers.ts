/** Stored answers -> the part of them that a person may read. */
import type { FormDocument, FormField } from '../documents.ts'
import { isRecord } from '../isRecord.ts'
import { holdsFields } from './holdsFields.ts'
import { pruneForm } from './pruneForm.ts'

/** @returns a new object with the declared, readable fields only; values that one control owns are kept whole */
export function readableAnswers(
  { form }: { form: FormDocument },
  answers: unknown,
  permissions: Iterable<string>,
): Record<string, unknown> {
  return pick(pruneForm(form, permissions).schema, answers)
}

function pick(holder: Pick<FormField, 'properties'>, answers: unknown): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  if (!isRecord(answers)) return kept
  for (const [name, field] of Object.entries(holder.properties ?? {})) {
    if (Object.hasOwn(answers, name)) kept[name] = pickValue(field, answers[name])
  }
  return kept
}

function pickValue(field: FormField, value: unknown): unknown {
  const kind = holdsFields(field)
  if (kind === 'group' && isRecord(value)) return pick(field, value)
  if (kind === 'repeat' && Array.isArray(value)) return value.map((row) => pick(field.items!, row))
  return value
}
