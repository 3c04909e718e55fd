/** Converts a form of another tool, with a report of what could not be converted. The format is detected by its shape. */
import type { FormDocument } from '../../documents.ts'
import type { ImportLoss, ImportWords } from './ImportReport.ts'
import { importRjsf } from './importRjsf.ts'
import { importSurvey } from './importSurvey.ts'
import { isObject } from './reading.ts'

export type ImportSource = 'rjsf' | 'survey'
export interface ImportedForm {
  source: ImportSource
  form: Pick<FormDocument, 'title' | 'schema' | 'steps' | 'sections'>
  losses: readonly ImportLoss[]
}

/** Null when the text is no form of a known format. @param words  of the person, for what has no words of its own */
export function importForm(value: unknown, words: ImportWords): ImportedForm | null {
  if (!isObject(value)) return null
  if (Array.isArray(value.pages) || Array.isArray(value.elements) || Array.isArray(value.questions))
    return { source: 'survey', ...importSurvey(value, words) }
  const schema = isObject(value.schema) ? value.schema : value
  // a schema of JSON Schema alone counts too; our own documents have x- keys and no such uiSchema
  if (!isObject(schema.properties) && !['allOf', 'oneOf', 'anyOf', '$ref', 'type'].some((key) => key in schema)) return null
  return {
    source: 'rjsf',
    ...importRjsf(schema, isObject(value.uiSchema) ? value.uiSchema : {}, { path: schema === value ? '' : '/schema', words }),
  }
}
