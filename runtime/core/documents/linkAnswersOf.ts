/** Answers that are read with the version of their form. */
import type { EntityDocument } from '../documents.ts'
import type { LinkedDocument } from './documentIndex.ts'
import type { Linker } from './linker.ts'
import { fieldNames, fieldOf } from './scopeTypes.ts'

/** Answers are masked by the form version that the entity says they have. */
export function linkAnswersOf(
  linker: Linker,
  document: LinkedDocument,
  path: string,
  entity: EntityDocument,
  { hash, answers }: { hash: string; answers: string },
): void {
  const field = fieldOf(entity, answers)
  if (field?.type !== 'json' || field.form === hash || !fieldNames(entity).includes(hash)) return
  linker.report(document, {
    code: 'FIELD_TYPE',
    path,
    expected: `answers of the form in "${hash}"`,
    found: field.form === undefined ? `"${answers}" without form` : `"${answers}" with the form in "${field.form}"`,
    suggestion: `add "form": "${hash}" to "${answers}" of ${entity.id}`,
  })
}
