/** Stored answers -> the values of each declared field, as JSON text. Rows of a repeat group share their fields, so a row that moved is found again. */
import type { CompiledForm, FieldTemplate } from '../../core/form/compileForm.ts'

/** By template path (a star for rows); empty without answers. */
export function templateAnswers(form: CompiledForm, answers: unknown): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const look = (holder: FieldTemplate, value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, answer] of Object.entries(value)) {
      const field = holder.byName.get(name)
      if (!field) continue
      if (field.kind === 'group') look(field, answer)
      else if (field.kind === 'repeat') for (const row of Array.isArray(answer) ? answer : []) look(field, row)
      else found.set(field.path, (found.get(field.path) ?? new Set()).add(JSON.stringify(answer)))
    }
  }
  look(form.root, answers)
  return found
}
