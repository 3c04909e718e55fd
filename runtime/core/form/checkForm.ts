/** Everything wrong with submitted answers, in document order. The browser runs it on what it would send, the server on what it received; both
 *  get the same list. Static rules come from the validator, the rest from the state of the fields. */
import type { FormError } from '../contracts.ts'
import type { FormField } from '../documents.ts'
import { isRecord } from '../isRecord.ts'
import { type FieldError, MAX_ERRORS } from '../validation/FieldError.ts'
import { normaliseValue } from '../values/normaliseValue.ts'
import { childPath } from './answerPath.ts'
import { type FieldTemplate, isOfMatrix } from './compileForm.ts'
import { isOption, offeredAnswer } from './compileOptions.ts'
import type { FieldState, FormEngine } from './createFormEngine.ts'
import { isEmptyAnswer } from './isEmptyAnswer.ts'
import { unreadAnswer } from './unreadAnswer.ts'

/** The compiled validator of a form: the errors of the answers, none when they are right. */
export type FormValidator = (answers: unknown) => readonly FieldError[] | null | undefined

/**
 * @param engine   holds the answers
 * @param answers  what a submission carries (see `FormEngine.submission`); looked through for values that may not be there
 * @param validate compiled from `CompiledForm.validatorSchema`
 * @returns        at most one error per path, the most basic one first, and at most `MAX_ERRORS`; empty when the answers may be stored
 */
export function checkEngine(engine: FormEngine, answers: Record<string, unknown>, validate: FormValidator): FormError[] {
  const errors = new Map<string, FormError>()
  const add = (error: FormError) => {
    if (!errors.has(error.path)) errors.set(error.path, error)
  }
  for (const error of foreignValues(engine, answers)) add(error)
  for (const path of engine.paths()) for (const error of fieldErrors(engine, path)) add(error)
  for (const { path, rule, message } of validate(engine.submission().values) ?? []) {
    if (isShown(engine, path) && !isInUnread(errors, path)) add({ path, rule, message })
  }
  return inDocumentOrder(engine, [...errors.values()])
}

/** Makes an error whose text is `form.rule.<rule>`. */
export function formError(path: string, rule: string, values: Record<string, unknown> = {}): FormError {
  return { path, rule, message: { key: `form.rule.${rule}`, values } }
}

/** Values that must not be there: of no field, of a hidden one, of one the person may not write. */
function foreignValues(engine: FormEngine, answers: Record<string, unknown>): FormError[] {
  const found: FormError[] = []
  const look = (value: unknown, holder: FieldTemplate, base: string) => {
    if (!isRecord(value)) return
    for (const [name, answer] of Object.entries(value)) {
      if (found.length >= MAX_ERRORS) return
      const field = holder.byName.get(name)
      const path = childPath(base, name)
      if (!field) found.push(formError(path, 'unknownField', { name }))
      else lookAt(answer, field, path)
    }
  }
  const lookAt = (answer: unknown, field: FieldTemplate, path: string) => {
    if (isEmptyAnswer(answer) || field.computed || engine.isFixed(path)) return
    const rule = field.schema['x-widget'] === 'note' ? 'unknownField' : foreignRule(engine, field, path, answer)
    if (rule) found.push(formError(path, rule, { name: field.name }))
    else if (field.kind === 'group') look(answer, field, path)
    else if (field.kind === 'repeat' && Array.isArray(answer))
      for (const [at, row] of answer.entries()) look(row, field, childPath(path, at))
  }
  look(answers, engine.compiled.root, '')
  return found
}

function foreignRule(engine: FormEngine, field: FieldTemplate, path: string, answer: unknown): string | null {
  const state = engine.state(path)
  if (!state?.readable) return 'forbiddenValue'
  if (field.kind === 'value' && !state.writable) return 'forbiddenValue'
  if (offeredAnswer(field.options, answer, state.hiddenOptions) !== answer) return 'option'
  return !state.visible && !engine.isHeld(path) ? 'hiddenValue' : null
}

function fieldErrors(engine: FormEngine, path: string): FormError[] {
  const state = engine.state(path)!
  const field = engine.template(path)!
  // Fields that the person may not write are not reported.
  if (!state.visible || !state.writable) return []
  return [...valueErrors(engine, path, field, state), ...brokenChecks(engine, path, field)]
}

/** The first rule between answers that does not hold, in the words of who made the form. */
function brokenChecks(engine: FormEngine, path: string, { checks }: FieldTemplate): FormError[] {
  const isThere = (answer: string) => !isEmptyAnswer(engine.evaluate(answer, path))
  const broken = checks.find(({ must, needed }) => needed.every(isThere) && engine.evaluate(must.source, path) !== true)
  return broken ? [formError(path, 'check', { text: broken.message })] : []
}

function valueErrors(engine: FormEngine, path: string, field: FieldTemplate, state: FieldState): FormError[] {
  const value = engine.value(path)
  if (isUnanswered(field.schema, value))
    return state.required && (field.requiredWhen || !isOfMatrix(field))
      ? [formError(path, field.schema.const === true ? 'accept' : 'required')]
      : []
  const unread = field.computed ? null : unreadAnswer(path, field.schema, normaliseValue(field.schema, value))
  if (unread) return [unread]
  if (!field.options || field.computed) return []
  if (!isOption(field.options, value)) return [formError(path, 'option')]
  const chosen = Array.isArray(value) ? value : [value]
  return chosen.some((entry) => state.disabledOptions.includes(entry)) ? [formError(path, 'optionDisabled')] : []
}

/** A required checkbox counts as unanswered until it is ticked. */
function isUnanswered(schema: FormField, value: unknown): boolean {
  return isEmptyAnswer(value) || (value === false && schema.const === true)
}

/** Errors inside a value (`/photos/0`) belong to the field around it. */
function isShown(engine: FormEngine, path: string): boolean {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const state = engine.state(at)
    if (state) return state.visible
  }
  return true
}

/** What no control reads is one mistake, however many parts of it are wrong. */
function isInUnread(errors: ReadonlyMap<string, FormError>, path: string): boolean {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) if (errors.get(at)?.rule === 'unread') return true
  return false
}

function inDocumentOrder(engine: FormEngine, errors: FormError[]): FormError[] {
  const position = new Map(engine.paths().map((path, at) => [path, at]))
  const of = (path: string): number => {
    for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const known = position.get(at)
      if (known !== undefined) return known
    }
    return -1
  }
  return errors
    .map((error) => ({ error, at: of(error.path) }))
    .sort((left, right) => left.at - right.at)
    .slice(0, MAX_ERRORS)
    .map(({ error }) => error)
}
