/** Received answers -> the answers to store: the server's final check of a submission. */
import type { FormError } from '../contracts.ts'
import { isRecord } from '../isRecord.ts'
import { checkEngine, type FormValidator, formError } from './checkForm.ts'
import type { CompiledForm, FieldTemplate } from './compileForm.ts'
import { createFormEngine, type FormEnvironment } from './createFormEngine.ts'
import { type OptionQuestion, optionQuestions } from './optionQuestions.ts'
import { tooManyRows } from './tooManyRows.ts'
import { wholeTexts } from './wholeTexts.ts'

export interface Accepted {
  /** Empty when the answers may be stored. */
  errors: FormError[]
  /** The answers to store: the fields the person may write, recomputed, and the stored values of all others. */
  values: Record<string, unknown>
  /** Choices that only a call can check; the values may be stored when the call offers them. */
  questions: OptionQuestion[]
}

/**
 * Checks a submission and makes the values to store.
 * @param previous stored answers that are being changed; values of fields the person may not write stay as they were
 */
export function acceptAnswers(
  compiled: CompiledForm,
  answers: unknown,
  environment: FormEnvironment,
  options: { validate: FormValidator; previous?: Record<string, unknown> },
): Accepted {
  if (!isRecord(answers)) return { errors: [formError('', 'type', { type: 'object' })], values: {}, questions: [] }
  const excess = tooManyRows(compiled, answers)
  if (excess.length > 0) return { errors: excess, values: {}, questions: [] }
  const merged = options.previous ? keepUnwritable(compiled, answers, options.previous, environment) : answers
  const engine = createFormEngine(compiled, merged, environment)
  const errors = checkEngine(engine, answers, options.validate)
  const refused = new Set(errors.map(({ path }) => path))
  const questions = optionQuestions(engine).filter(({ path }) => !refused.has(path))
  return { errors, values: errors.length > 0 ? {} : stored(compiled, merged, environment), questions }
}

/** Fields the person may not read take part in what is stored (a computed mark, say): evaluated with every right. */
function stored(compiled: CompiledForm, answers: Record<string, unknown>, environment: FormEnvironment): Record<string, unknown> {
  return wholeTexts(compiled.root, createFormEngine(compiled, answers, { ...environment, rights: 'all' }).submission().values)
}

function keepUnwritable(
  compiled: CompiledForm,
  answers: Record<string, unknown>,
  previous: Record<string, unknown>,
  environment: FormEnvironment,
): Record<string, unknown> {
  const rights = createFormEngine(compiled, previous, environment)
  const merge = (field: FieldTemplate, path: string, given: Record<string, unknown>, before: Record<string, unknown>) => {
    const merged = { ...given }
    for (const child of field.children) {
      const at = `${path}/${child.name}`
      const kept = before[child.name]
      if (kept === undefined || child.computed) continue
      if (!rights.state(at)?.writable) merged[child.name] ??= kept
      else if (child.kind === 'group' && isRecord(kept)) merged[child.name] = merge(child, at, asRecord(given[child.name]), kept)
    }
    return merged
  }
  return merge(compiled.root, '', answers, previous)
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}
