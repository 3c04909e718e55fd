import { translate } from '../../../runtime/client/texts.ts'
import { parseJson } from '../../../runtime/core/documents/parseJson.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import type { DocumentFailure } from '../../../runtime/core/platform.ts'
import { type ImportedForm, type ImportPlace, importForm, importQuestions } from '../../../runtime/core/studio/import/importForm.ts'
import { decodeText } from '../../../runtime/core/typed/decodeText.ts'
import { isForm } from '../isForm.ts'
import { readTyped } from '../readTyped.ts'

/** A text that someone chose or pasted: a form of this platform, one of another tool, or why it is neither. */
export type Foreign = { own: FormDocument } | ImportedForm | { refusal: string }

/** Reads a pasted or uploaded form: pasted questions, or JSON of a known format. @param check  failures of a finished form */
export function readForeign(text: string, check: Check): Foreign {
  const place = placeOf(check)
  if (!/^\s*[[{]/.test(text)) return foreignOf(importQuestions(text, place))
  const parsed = parseJson(text)
  if ('mistake' in parsed) {
    const { line, column } = parsed.mistake
    return { refusal: translate('studio.import.notJson', { line, column }) }
  }
  if (isForm(parsed.value) && isOwn(parsed.value)) return { own: ownForm(text) ?? parsed.value }
  return foreignOf(importForm(parsed.value, place))
}

/** The same for a file, which may be one of Word or Excel. */
export async function readForeignFile(file: File, check: Check): Promise<Foreign> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { importOffice, isZip } = await import('../../../runtime/core/studio/import/office/importOffice.ts')
  if (isZip(bytes)) return foreignOf(importOffice(bytes, placeOf(check)))
  const decoded = decodeText(bytes)
  return decoded ? readForeign(decoded.text, check) : { refusal: translate('studio.import.notText') }
}

type Check = (form: FormDocument) => DocumentFailure[]

function placeOf(check: Check): ImportPlace {
  return { words: (key, values) => translate(`studio.import.words.${key}`, values), check }
}

function foreignOf(result: ReturnType<typeof importForm>): Foreign {
  return 'refused' in result ? { refusal: translate(`studio.import.refused.${result.refused}`) } : result
}

/** With its short forms spelled out. */
function ownForm(text: string): FormDocument | undefined {
  return readTyped('form', 'imported', text).content as FormDocument | undefined
}

/** A form of this platform has a title of its own, and no settings beside its schema as other tools have. */
function isOwn(value: FormDocument): boolean {
  return value.title !== undefined && !['uiSchema', 'uischema', 'form', 'formData'].some((key) => key in value)
}
