/** Rows of repeat groups that were added and never filled in: a submit leaves them out instead of asking for answers that no one meant to give. */
import type { FormError } from '../../runtime/core/contracts.ts'
import type { FieldTemplate } from '../../runtime/core/form/compileForm.ts'
import { isEmptyAnswer, sameAnswer } from '../../runtime/core/form/isEmptyAnswer.ts'
import { isRecord } from '../../runtime/core/isRecord.ts'
import type { FormSession } from './FormSession.ts'
import { newRow } from './initialAnswers.ts'

/** Everything wrong of what was filled in. @param only  paths whose errors are asked for */
export function checkFilled(session: FormSession, only?: (path: string) => boolean): FormError[] {
  dropBlankRows(session)
  return session.check(only)
}

/** Of the form itself; as many rows stay as the group asks for at least. */
function dropBlankRows(session: FormSession): void {
  for (const field of session.compiled.root.children) {
    const rows = session.engine.value(`/${field.name}`)
    if (field.kind !== 'repeat' || field.schema['x-props']?.fixed === true || !Array.isArray(rows)) continue
    const kept = rows.filter((row) => !isBlankRow(field, row))
    const least = Math.max(session.engine.state(`/${field.name}`)?.required ? 1 : 0, Number(field.schema.minItems ?? 0))
    if (kept.length < rows.length && kept.length >= least) session.write(`/${field.name}`, kept)
  }
}

function isBlankRow(repeat: FieldTemplate, row: unknown): boolean {
  return isRecord(row) && sameAnswer(given(row), given(newRow(repeat)))
}

/** Without what is empty, groups included. */
function given(row: Record<string, unknown>): Record<string, unknown> {
  const parts = Object.entries(row).map(([name, value]) => [name, isRecord(value) ? given(value) : value] as const)
  return Object.fromEntries(parts.filter(([, value]) => !isEmptyAnswer(value) && !(isRecord(value) && Object.keys(value).length === 0)))
}
