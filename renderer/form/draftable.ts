import type { CompiledForm } from '../../runtime/core/form/compileForm.ts'

/** Answers without those a draft must not keep: passwords. */
export function draftable({ root }: CompiledForm, answers: Record<string, unknown>): Record<string, unknown> {
  const secret = new Set(root.children.filter(({ schema }) => schema['x-widget'] === 'password').map((field) => field.name))
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !secret.has(name)))
}
