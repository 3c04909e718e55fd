/** A form and answers -> the state of every field, in one pass over everything. The server's authority; the incremental engine must agree. */

import type { CompiledForm } from './compileForm.ts'
import { createFormEngine, type FieldState, type FormEnvironment } from './createFormEngine.ts'

export interface FormState {
  /** By concrete path, in document order. */
  fields: ReadonlyMap<string, FieldState>
  /** As on the screen: computed values in, cleared values out. */
  values: Record<string, unknown>
  /** As submitted: hidden values that are not kept and values the person may not write are out. */
  submission: Record<string, unknown>
  /** Paths of answers that a submission leaves out. */
  dropped: readonly string[]
}

/** @param answers anything: what does not fit the form is kept for the validator where a field owns it, and ignored elsewhere */
export function evaluateForm(compiled: CompiledForm, answers: unknown, environment: FormEnvironment): FormState {
  const engine = createFormEngine(compiled, answers, environment)
  const { values, dropped } = engine.submission()
  return {
    fields: new Map(engine.paths().map((path) => [path, engine.state(path)!])),
    values: engine.values(),
    submission: values,
    dropped,
  }
}
