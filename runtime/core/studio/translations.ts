/** The texts of a form as a table: out, in again with a report of what was taken, and single changes. Nothing is lost: what cannot be taken is named,
 *  and the form stays as it was there. */

import { placesOf } from '../documents/linkTexts.ts'
import type { FormDocument, Text } from '../documents.ts'
import { parseCsv, writeCsv } from './csv.ts'
import { readAt, writeAt } from './documentPath.ts'
import { type FormText, formTexts, withLanguage } from './formTexts.ts'

const COLUMNS = ['path', 'zh', 'en'] as const

export interface TranslationChange {
  path: string
  lang: 'zh' | 'en'
  before: string
  after: string
}
export interface TranslationReport {
  form: FormDocument
  changes: readonly TranslationChange[]
  /** Rows that were as they are. */
  same: number
  /** Rows whose place the form does not have. Lines count from 1, the heading is 1. */
  unknown: readonly { line: number; path: string }[]
  /** Rows that were not taken. `empty`: nothing where there is a text; `places`: the `{{names}}` differ; `twice`: the place is above already. */
  refused: readonly { line: number; path: string; lang: 'zh' | 'en' | null; reason: 'empty' | 'places' | 'twice' }[]
  /** Places of the form that the table does not have. */
  untouched: number
  /** The table itself cannot be read: nothing was taken. */
  mistake: { reason: 'quote' | 'heading' | 'empty'; line: number } | null
}

/** Languages in which a text is missing. Chinese words that stand unchanged as the English text, as after a paste, are not translated. */
export function missingLanguages({ text, isShared }: Pick<FormText, 'text' | 'isShared'>): ('zh' | 'en')[] {
  if (text.zh === text.en && /\p{Script=Han}/u.test(text.en)) return ['en']
  if (isShared) return []
  return (['zh', 'en'] as const).filter((lang) => text[lang].trim() === '')
}

/** The form with one text in one language changed. @param path  JSON pointer */
export function translate(form: FormDocument, path: string, lang: 'zh' | 'en', value: string): FormDocument {
  return writeAt(form, path, withLanguage(readAt(form, path) as Text, lang, value))
}

/** The table of all texts, for translators. */
export function exportTranslations(form: FormDocument): string {
  return writeCsv([[...COLUMNS], ...formTexts(form).map(({ path, text }) => [path, text.zh, text.en])])
}

/** Reads the table of translators back, and reports what was changed and what was refused. @param source  CSV */
export function importTranslations(form: FormDocument, source: string): TranslationReport {
  const report = { form, changes: [], same: 0, unknown: [], refused: [], untouched: 0, mistake: null }
  const { rows, mistake } = parseCsv(source)
  if (mistake) return { ...report, mistake }
  const [heading, ...entries] = rows
  if (!heading) return { ...report, mistake: { reason: 'empty', line: 1 } }
  const columns = COLUMNS.map((name) => heading.findIndex((cell) => cell.trim().toLowerCase() === name))
  if (columns[0] === -1 || (columns[1] === -1 && columns[2] === -1)) return { ...report, mistake: { reason: 'heading', line: 1 } }
  return take(form, entries, columns)
}

function take(form: FormDocument, entries: readonly (readonly string[])[], columns: readonly number[]): TranslationReport {
  const known = new Map(formTexts(form).map((text) => [text.path, text]))
  const seen = new Set<string>()
  const changes: TranslationChange[] = []
  const unknown: { line: number; path: string }[] = []
  const refused: TranslationReport['refused'][number][] = []
  let [changed, same] = [form, 0]
  for (const [at, row] of entries.entries()) {
    const line = at + 2
    const path = (row[columns[0]!] ?? '').trim()
    const text = known.get(path)
    if (!text) unknown.push({ line, path })
    else if (seen.has(path)) refused.push({ line, path, lang: null, reason: 'twice' })
    else {
      seen.add(path)
      const taken = takeRow(text, row, columns)
      for (const { lang, reason } of taken.refused) refused.push({ line, path, lang, reason })
      for (const change of taken.changes) {
        changed = translate(changed, path, change.lang, change.after)
        changes.push(change)
      }
      if (taken.changes.length === 0 && taken.refused.length === 0) same += 1
    }
  }
  return { form: changed, changes, same, unknown, refused, untouched: known.size - seen.size, mistake: null }
}

interface TakenRow {
  changes: TranslationChange[]
  refused: { lang: 'zh' | 'en'; reason: 'empty' | 'places' }[]
}

function takeRow({ path, text }: FormText, row: readonly string[], columns: readonly number[]): TakenRow {
  const taken: TakenRow = { changes: [], refused: [] }
  const given = { zh: valueAt(row, columns[1]!) ?? text.zh, en: valueAt(row, columns[2]!) ?? text.en }
  for (const lang of ['zh', 'en'] as const) {
    const [before, after] = [text[lang], given[lang]]
    if (before === after) continue
    if (after.trim() === '') taken.refused.push({ lang, reason: 'empty' })
    else if (before !== '' && placesOf(after).join() !== placesOf(before).join()) taken.refused.push({ lang, reason: 'places' })
    else taken.changes.push({ path, lang, before, after })
  }
  return taken
}

/** A cell with the line ends of this platform; undefined when the row is too short or the column is not there. */
function valueAt(row: readonly string[], column: number): string | undefined {
  return column < 0 ? undefined : row[column]?.replaceAll('\r\n', '\n')
}
