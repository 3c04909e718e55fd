import type { FormDocument } from '../documents.ts'
import { readAt } from './documentPath.ts'
import { type OutlineRow, outline } from './outline.ts'
import type { FieldPlace } from './placeFields.ts'

/** Where a new field goes: behind the selected field or group, never into a group that is not selected by a field of it; at the beginning of the selected step, at the
 *  end of the selected section; without a selection at the end of the form. */
export function placeAfter(form: FormDocument, path: string | undefined): FieldPlace {
  const rows = outline(form)
  const row = rows.find((each) => each.path === path)
  if (!row) return { holder: '/schema', before: null, step: rows.at(-1)?.step ?? null, section: rows.at(-1)?.section ?? null }
  const part = { step: row.step, section: row.section }
  if (row.kind !== 'field') return { holder: '/schema', before: row.kind === 'step' ? firstOf(rows, row) : null, ...part }
  const names = Object.keys((readAt(form, `${row.holder}/properties`) ?? {}) as object)
  return { holder: row.holder, before: names[names.indexOf(row.name) + 1] ?? null, ...part }
}

function firstOf(rows: readonly OutlineRow[], step: OutlineRow): string | null {
  return rows.find((row) => row.kind === 'field' && row.step === step.step && row.section === null)?.name ?? null
}
