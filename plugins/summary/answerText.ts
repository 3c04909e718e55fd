/** Answers of a report in words, in both languages, for differences, approvers and the printed report. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { FormDocument, FormField, LocalText } from '../../runtime/core/documents.ts'
import { enumLabel } from '../../runtime/core/enumLabels.ts'
import type { Lang } from '../../runtime/core/platform.ts'
import { localName } from '../account/grants/identityOptions.ts'
import type { Answers } from './report.ts'

type Value = unknown
type Words = Pick<HandlerContext, 'platform' | 'text'>

/** Null for no answer. */
export function answerText(value: Value, field: FormField | undefined, words: Words): LocalText | null {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null
  return { zh: textIn('zh', value, field, words), en: textIn('en', value, field, words) }
}

function textIn(lang: Lang, value: Value, field: FormField | undefined, words: Words): string {
  if (Array.isArray(value))
    return value
      .map((part) => textIn(lang, part, (field?.items as FormField | undefined) ?? field, words))
      .join(lang === 'zh' ? '、' : ', ')
  if (typeof value === 'boolean') return words.text(value ? 'summary.yes' : 'summary.no')[lang]
  if (typeof value === 'number') return value.toLocaleString(lang === 'zh' ? 'zh-CN' : 'en-GB')
  if (typeof value === 'object') return objectText(lang, value as Answers, field, words)
  return (
    optionText(lang, String(value), field, words) ??
    String(value)
      .replace(/<[^>]*>/g, ' ')
      .trim()
  )
}

function objectText(lang: Lang, value: Answers, field: FormField | undefined, words: Words): string {
  if (typeof value.zh === 'string') return String(value[lang] || value.zh)
  if (typeof value.name === 'string' && typeof value.id === 'string') return value.name
  return Object.entries(value)
    .map(([name, part]) => textIn(lang, part, field?.properties?.[name], words))
    .filter(Boolean)
    .join(' · ')
}

function optionText(lang: Lang, value: string, field: FormField | undefined, words: Words): string | null {
  const options = field?.['x-options']
  if (Array.isArray(options)) return localName(options.find((option) => String(option.value) === value)?.label, lang)
  const id = options && 'enum' in options ? options.enum : undefined
  return id ? enumLabel(id, value, words.platform)[lang] : null
}

/** Question by question, in the order of the form; those without an answer are left out. */
export function answersInWords(
  form: FormDocument,
  answers: Answers,
  words: Words,
): { name: string; section: string | null; title: LocalText; text: LocalText }[] {
  return Object.entries(form.schema.properties).flatMap(([name, field]) => {
    const text = answerText(answers[name], field, words)
    const title =
      field.title && typeof field.title === 'object' && 'zh' in field.title ? (field.title as LocalText) : { zh: name, en: name }
    return text ? [{ name, section: field['x-section'] ?? null, title, text }] : []
  })
}
