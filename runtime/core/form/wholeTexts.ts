/** Answers to questions for a text in two languages -> the texts to store. */
import type { LocalText } from '../documents.ts'
import { isRecord } from '../isRecord.ts'
import { wholeText } from '../wholeText.ts'
import type { FieldTemplate } from './compileForm.ts'

/** Whole texts, those in rows of repeat groups too; without both languages there is none. */
export function wholeTexts(holder: FieldTemplate, values: Record<string, unknown>): Record<string, unknown> {
  const whole = { ...values }
  for (const field of holder.children) {
    const { name, kind, schema } = field
    const value = values[name]
    if (kind === 'repeat' && Array.isArray(value)) whole[name] = value.map((row) => (isRecord(row) ? wholeTexts(field, row) : row))
    if (kind !== 'group' || !isRecord(value)) continue
    const text = schema['x-widget'] === 'localText' ? wholeOf(value) : wholeTexts(field, value)
    if (text) whole[name] = text
    else delete whole[name]
  }
  return whole
}

function wholeOf({ zh, en }: Partial<LocalText>): LocalText | null {
  return wholeText(zh, en)
}
