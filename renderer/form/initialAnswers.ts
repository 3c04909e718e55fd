/** What a form begins with: declared defaults under the answers given. */
import type { CompiledForm, FieldTemplate } from '../../runtime/core/form/compileForm.ts'
import { isRecord } from '../../runtime/core/isRecord.ts'

/** @returns a new object; `given` wins, also with null over a default; elsewhere null is no answer */
export function initialAnswers({ root }: CompiledForm, given: Record<string, unknown> | undefined): Record<string, unknown> {
  return fill(root, given ?? {})
}

/** A row that is added to a repeat group: the defaults of its fields. */
export function newRow(repeat: FieldTemplate): Record<string, unknown> {
  return fill(repeat, {})
}

/** Of a text in two languages: a translation that only repeats the original was never written, unless it has to be. */
function ownWords({ schema, children }: FieldTemplate, given: Record<string, unknown>): Record<string, unknown> {
  if (schema['x-widget'] !== 'localText' || given.en !== given.zh) return given
  return children.some((field) => field.name === 'en' && field.schema['x-requiredWhen'] !== undefined) ? given : { ...given, en: null }
}

/** A row that is there keeps what it has; only new ones begin with defaults. */
function ownRow({ children }: FieldTemplate, row: Record<string, unknown>): Record<string, unknown> {
  const own = { ...row }
  for (const field of children) {
    const known = own[field.name]
    if (field.kind === 'group' && isRecord(known)) own[field.name] = ownWords(field, known)
  }
  return own
}

function fill(holder: FieldTemplate, given: Record<string, unknown>): Record<string, unknown> {
  const filled = { ...given }
  for (const field of holder.children) {
    const known = filled[field.name]
    if (field.kind === 'group') filled[field.name] = fill(field, ownWords(field, isRecord(known) ? known : {}))
    else if (field.kind === 'repeat' && Array.isArray(known))
      filled[field.name] = known.map((row) => (isRecord(row) ? ownRow(field, row) : row))
    else if (known === null && field.schema.default === undefined) delete filled[field.name]
    else if (known === undefined && field.schema.default !== undefined) filled[field.name] = structuredClone(field.schema.default)
  }
  return filled
}
