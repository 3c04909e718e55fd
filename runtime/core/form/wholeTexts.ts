/** Answers to questions for a text in two languages -> the texts to store. */
import { isRecord } from '../isRecord.ts'
import type { FieldTemplate } from './compileForm.ts'

/** One language stands in for the other when that is empty; without both there is no text. */
export function wholeTexts(holder: FieldTemplate, values: Record<string, unknown>): Record<string, unknown> {
  const whole = { ...values }
  for (const { name, kind, schema } of holder.children) {
    const value = values[name]
    if (kind !== 'group' || schema['x-widget'] !== 'localText' || !isRecord(value)) continue
    const { zh, en } = value
    if (zh || en) whole[name] = { zh: zh || en, en: en || zh }
    else delete whole[name]
  }
  return whole
}
