import { resolveText } from '../../../runtime/client/texts.ts'
import type { FormDocument, FormField } from '../../../runtime/core/documents.ts'
import { readAt } from '../../../runtime/core/studio/documentPath.ts'
import type { OutlineRow } from '../../../runtime/core/studio/outline.ts'
import { useAt } from '../useDesign.ts'
import { useOutline } from './useOutline.ts'

/** The parts whose title or name has the words; all of them while there are none. */
export function useFound(wanted: string): readonly OutlineRow[] {
  const rows = useOutline()
  const form = useAt<FormDocument>('')
  const words = wanted.trim().toLowerCase()
  if (words === '' || !form) return rows
  return rows.filter((row) => `${partTitle(form, row)} ${row.name}`.toLowerCase().includes(words))
}

/** What a part is called: its title, else its name. */
export function partTitle(form: FormDocument, { path, name }: OutlineRow): string {
  return resolveText((readAt(form, path) as FormField | undefined)?.title) || name
}
