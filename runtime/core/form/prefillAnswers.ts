/** Answers that a link brings along as parameters, or that are known of the person: typed by their fields and checked by the rules of the form. Only fields
 *  with `x-prefill`, or `x-fill`, take them; what does not fit is left out, so that a wrong link never keeps anyone from answering. */
import type { FormField } from '../documents.ts'
import { checkEngine, type FormValidator } from './checkForm.ts'
import type { CompiledForm, FieldTemplate } from './compileForm.ts'
import { createFormEngine, type FormEnvironment } from './createFormEngine.ts'
import { holdsFiles, holdsRichText } from './holdsFields.ts'

export interface Prefilled {
  answers: Record<string, unknown>
  /** Names of fields whose parameter did not fit. */
  refused: string[]
}

/** Rules that say that something is missing, not that something is wrong. */
const MISSING: ReadonlySet<string> = new Set(['required', 'accept'])

/** @param given  parameters by name; several of one name are a list */
export function prefillAnswers(
  compiled: CompiledForm,
  given: Readonly<Record<string, unknown>>,
  environment: FormEnvironment,
  validate: FormValidator,
  by: FillKey = 'x-prefill',
): Prefilled {
  const named = prefillFields(compiled, by).filter(({ name }) => Object.hasOwn(given, name))
  const typed = named.map(({ name, schema }) => [name, typedAnswer(schema, given[name])] as const)
  const answers = Object.fromEntries(typed.filter(([, answer]) => answer !== undefined))
  const engine = createFormEngine(compiled, answers, environment)
  const wrong = checkEngine(engine, engine.submission().values, validate).filter(({ rule }) => !MISSING.has(rule))
  const names = new Set(wrong.map(({ path }) => path.split('/')[1]))
  return {
    answers: Object.fromEntries(Object.entries(answers).filter(([name]) => !names.has(name))),
    refused: typed.filter(([name, answer]) => answer === undefined || names.has(name)).map(([name]) => name),
  }
}

/** What lets a field be filled in: by a link, or by what is known of the person. */
export type FillKey = 'x-prefill' | 'x-fill'

/** Fields that may be filled in: values of the form itself that people type or choose. Nothing is ever accepted in someone's name. */
export function prefillFields({ root }: CompiledForm, by: FillKey = 'x-prefill'): FieldTemplate[] {
  return root.children.filter(
    ({ kind, schema, computed }) =>
      schema[by] !== undefined &&
      kind === 'value' &&
      !computed &&
      schema.const === undefined &&
      !holdsFiles(schema) &&
      !holdsRichText(schema),
  )
}

const YES: ReadonlySet<string> = new Set(['true', '1', 'yes'])
const NO: ReadonlySet<string> = new Set(['false', '0', 'no'])

/** Undefined for what is no value of the type. */
function typedAnswer(schema: FormField, given: unknown): unknown {
  const type = [schema.type].flat().find((each) => each !== 'null')
  if (type === 'array') {
    const list = Array.isArray(given) ? given : String(given).split(',').filter(Boolean)
    const items = list.map((item) => typedAnswer(schema.items ?? { type: 'string' }, item))
    return items.includes(undefined) ? undefined : items
  }
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') return undefined
  const text = String(given).trim()
  if (type === 'integer' || type === 'number') return text === '' || !Number.isFinite(Number(text)) ? undefined : Number(text)
  if (type === 'boolean') return YES.has(text) ? true : NO.has(text) ? false : undefined
  return type === 'string' && text !== '' ? text : undefined
}
