/** Rows far beyond what a form takes, found before anything is made of them: the engine makes every field of every row, and its rules may compare all rows.
 *  A few too many are reported by the validator, with all other mistakes. */
import type { FormError } from '../contracts.ts'
import { isRecord } from '../isRecord.ts'
import { childPath } from './answerPath.ts'
import type { CompiledForm, FieldTemplate } from './compileForm.ts'

/** Unless the form itself takes more. */
const MAX_ROWS = 1000

/** One mistake for each repeat group that has too many, as the validator would say it. */
export function tooManyRows(compiled: CompiledForm, answers: Record<string, unknown>): FormError[] {
  const found: FormError[] = []
  const look = (holder: FieldTemplate, value: unknown, base: string) => {
    if (!isRecord(value)) return
    for (const field of holder.children) if (field.kind !== 'value') lookAt(field, value[field.name], childPath(base, field.name))
  }
  const lookAt = (field: FieldTemplate, value: unknown, path: string) => {
    if (field.kind === 'group') return look(field, value, path)
    if (!Array.isArray(value)) return
    const limit = Math.max(Number(field.schema.maxItems ?? 0), MAX_ROWS)
    if (value.length > limit)
      found.push({ path, rule: 'maxItems', message: { key: 'validation.maxItems', values: { limit: field.schema.maxItems ?? limit } } })
    else for (const [at, row] of value.entries()) look(field, row, childPath(path, at))
  }
  look(compiled.root, answers, '')
  return found
}
