/** Converts a form of another tool, with a report of what could not be converted. The format is known by its marks (`detectFormat`); every key that its
 *  importer did not read is in the report (`Ledger`); what does not pass the checks of the platform is taken out and reported (`dropFailing`). */
import type { FormDocument } from '../../documents.ts'
import type { DocumentFailure } from '../../platform.ts'
import { detectFormat, type ImportSource, type RefusedFormat } from './detectFormat.ts'
import { dropFailing } from './dropFailing.ts'
import { importFormily } from './formily/importFormily.ts'
import { importFormio } from './formio/importFormio.ts'
import type { ImportedContent } from './Holder.ts'
import { type ImportLoss, type ImportWords, Losses } from './ImportReport.ts'
import { importGoogle } from './importGoogle.ts'
import { importJsonForms } from './importJsonForms.ts'
import { importTypeform } from './importTypeform.ts'
import { Ledger } from './Ledger.ts'
import { withoutForeignPlaces } from './pipedWords.ts'
import { isObject, type Json } from './reading.ts'
import { reportUnread } from './reportUnread.ts'
import { importRjsfFile } from './rjsf/importRjsf.ts'
import { importSurvey } from './survey/importSurvey.ts'
import { importText } from './text/importText.ts'

export interface ImportedForm {
  source: ImportSource
  form: ImportedContent
  losses: readonly ImportLoss[]
}
export interface ImportPlace {
  /** Of the person, for what has no words of its own. */
  words: ImportWords
  /** The checks of a publish; pure. */
  check(form: FormDocument): DocumentFailure[]
}
/** Reads a view of a document into a form; what it cannot take it reports. */
export type Importer = (document: Json, words: ImportWords, losses: Losses) => ImportedContent

const IMPORTERS: Record<Exclude<ImportSource, 'text'>, Importer> = {
  rjsf: importRjsfFile,
  jsonForms: importJsonForms,
  formily: importFormily,
  survey: importSurvey,
  formio: importFormio,
  typeform: importTypeform,
  google: importGoogle,
}

/** @param value  a parsed JSON text */
export function importForm(value: unknown, { words, check }: ImportPlace): ImportedForm | { refused: RefusedFormat } {
  const detected = detectFormat(value)
  if ('refused' in detected || !isObject(value)) return detected as { refused: RefusedFormat }
  const { source } = detected
  const ledger = new Ledger()
  const losses = new Losses()
  const read = withoutForeignPlaces(IMPORTERS[source](ledger.view(value), words, losses), losses)
  const form = dropFailing(read, losses, check)
  if (Object.keys(form.schema.properties).length === 0) losses.lost('', 'nothing', '')
  reportUnread(source, ledger.unread(value), losses)
  return { source, form, losses: losses.list }
}

/** Reads a list or table of questions, as it is copied from a document or a sheet. */
export function importQuestions(text: string, { words, check }: ImportPlace): ImportedForm | { refused: RefusedFormat } {
  // how files of Word and Excel begin
  if (text.startsWith('PK\u0003')) return { refused: 'office' }
  const losses = new Losses()
  const read = importText(text, words, losses)
  if ('refused' in read) return read
  return { source: 'text', form: dropFailing(read, losses, check), losses: losses.list }
}
