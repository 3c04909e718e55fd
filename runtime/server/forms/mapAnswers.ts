/** A copy of answers in which some values are replaced, found by the declaration of their field. What no field declares stays for the check to refuse. */
import { childPath } from '../../core/form/answerPath.ts'
import type { FieldTemplate } from '../../core/form/compileForm.ts'

/** @param replace answers the new value; called for fields that hold one value, with the concrete path */
export type Replace = (field: FieldTemplate, value: unknown, path: string) => unknown

export function mapAnswers(holder: FieldTemplate, answers: unknown, replace: Replace, path = ''): unknown {
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) return answers
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => {
      const field = holder.byName.get(name)
      const at = childPath(path, name)
      if (!field) return [name, answer]
      if (field.kind === 'value') return [name, replace(field, answer, at)]
      if (field.kind === 'group') return [name, mapAnswers(field, answer, replace, at)]
      if (!Array.isArray(answer)) return [name, answer]
      return [name, answer.map((row, index) => mapAnswers(field, row, replace, childPath(at, index)))]
    }),
  )
}
