/** What columns are made with, and the words that all of them share. */
import type { EnumDocument } from '../../core/documents.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import { localText } from '../screens/localText.ts'
import { type CellValue, momentCell, plainCell } from './cellValues.ts'
import type { AnswerFacts } from './surveyAnswers.ts'

export interface Words {
  platform: Platform
  lang: Lang
}

export interface ExportContext extends Words {
  /** Fields with readers appear only for those who hold them. */
  permissions: ReadonlySet<string>
  /** Whether a multiple choice has one column for each option. */
  split?: boolean
  /** Repeat groups have sheets of their own. */
  separateGroups?: boolean
  /** Where links begin. */
  siteAddress: string
  answers: AnswerFacts
}

/** Of `@export`. */
export function exportText({ platform, lang }: Words, name: string, values: Record<string, string> = {}): string {
  return localText(platform, lang, { text: `@export.${name}`, with: values })
}

/** A column of times says by which clock they are. */
export function inZone(title: string, context: Words): string {
  const format = new Intl.DateTimeFormat(context.lang, { timeZone: context.platform.app.timeZone, timeZoneName: 'longGeneric' })
  const zone = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? context.platform.app.timeZone
  return exportText(context, 'inZone', { title, zone })
}

/** Labels of an enum in the language of the export, by code. */
export function enumLabels(document: EnumDocument | undefined, { platform, lang }: Words): Map<string, string> {
  return new Map((document?.values ?? []).map(({ code, label }) => [String(code), localText(platform, lang, label)]))
}

/** Numbers stay numbers, times become the platform's time; everything else is text. */
export function wordsOf(value: unknown, context: Words): CellValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return exportText(context, value ? 'yes' : 'no')
  if (typeof value === 'string') return momentCell(value, context.platform.app.timeZone) ?? value
  if (Array.isArray(value)) return value.map((item) => plainCell(wordsOf(item, context)) ?? '').join(exportText(context, 'listSeparator'))
  const object = value as Record<string, unknown>
  if (typeof object[context.lang] === 'string') return object[context.lang] as string
  return typeof object.name === 'string' ? object.name : JSON.stringify(value)
}
