import type { CompiledForm, FieldTemplate } from '../../runtime/core/form/compileForm.ts'
import { isRecord } from '../../runtime/core/isRecord.ts'

/** Answers without those a draft must not keep: passwords. */
export function draftable({ root }: CompiledForm, answers: Record<string, unknown>): Record<string, unknown> {
  const secret = new Set(root.children.filter(({ schema }) => schema['x-widget'] === 'password').map((field) => field.name))
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !secret.has(name)))
}

/** Answers of a draft as the form asks for them now: what was typed as two answers, `titleZh` and `titleEn`, is one since a text in two languages is one
 *  question. */
export function askedNow({ root }: CompiledForm, answers: Record<string, unknown>): Record<string, unknown> {
  return askedIn(root, answers)
}

function askedIn(holder: FieldTemplate, answers: Record<string, unknown>): Record<string, unknown> {
  const asked = { ...answers }
  for (const field of holder.children) {
    const { name, kind, schema } = field
    const { [`${name}Zh`]: zh, [`${name}En`]: en, [name]: value } = answers
    if (schema['x-widget'] === 'localText' && (zh ?? en) !== undefined) asked[name] = { zh, en }
    if (kind === 'repeat' && Array.isArray(value)) asked[name] = value.map((row) => (isRecord(row) ? askedIn(field, row) : row))
  }
  return asked
}
