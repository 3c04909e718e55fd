/** Answers to questions for a text in two languages -> the texts to store. */
import type { LocalText } from '../documents.ts'
import { isRecord } from '../isRecord.ts'
import { wholeText } from '../wholeText.ts'
import type { FieldTemplate } from './compileForm.ts'

/** Whole texts; without both languages there is none. */
export function wholeTexts(holder: FieldTemplate, values: Record<string, unknown>): Record<string, unknown> {
  const whole = { ...values }
  for (const { name, kind, schema } of holder.children) {
    const value = values[name]
    if (kind !== 'group' || schema['x-widget'] !== 'localText' || !isRecord(value)) continue
    const { zh, en } = value as Partial<LocalText>
    const text = wholeText(zh, en)
    if (text) whole[name] = text
    else delete whole[name]
  }
  return whole
}
