/** Checks the choices of a submission against the lists that calls answer. Every list is asked again, as the person who submits, in the submission's own
 *  transaction, and a value outside it is refused. Only calls with `forForms` are asked. A list is asked once for all fields with the same parameters; a
 *  call with a `valueParameter` is asked for the chosen values alone. */
import type { FormError } from '../../core/contracts.ts'
import { offersOptions } from '../../core/documents/isOffered.ts'
import { AgonError } from '../../core/errors.ts'
import { formError } from '../../core/form/checkForm.ts'
import { answeredOptions, type FieldOptions, isOption, type OptionValue } from '../../core/form/compileOptions.ts'
import type { OptionQuestion } from '../../core/form/optionQuestions.ts'
import type { Platform } from '../../core/platform.ts'
import { MAX_PAGE_SIZE } from '../calls/operations/list.ts'

/** Values in one question: as many as one page of a list can answer, unless the call takes fewer. */
const MAX_VALUES = MAX_PAGE_SIZE
/** Most calls for one submission. Values beyond them are refused; no ordinary form comes near. */
const MAX_CALLS = 60

export type AskCall = (id: string, input: Record<string, unknown>) => Promise<unknown>

export interface Asking {
  ask: AskCall
  /** Answers stored before, by template path: what is unchanged stays, also when the list has lost it since. */
  kept: ReadonlyMap<string, ReadonlySet<string>>
  platform: Platform
}

/** Codes that mean that this person is offered no options with these parameters. */
const NOTHING_OFFERED: ReadonlySet<string> = new Set(['PERMISSION_DENIED', 'SESSION_REQUIRED', 'NOT_FOUND', 'CALL_INPUT'])

/**
 * @returns one error for each field whose value is not offered, in the order of the questions
 */
export async function refuseUnoffered(questions: readonly OptionQuestion[], { ask, kept, platform }: Asking): Promise<FormError[]> {
  const open = questions.filter(({ template, value }) => !kept.get(template)?.has(JSON.stringify(value)))
  const refused = new Map<OptionQuestion, string>()
  let calls = 0
  const counted: AskCall = (id, input) => {
    calls += 1
    const isPaged = platform.documents.call.get(id)?.operation?.kind === 'list'
    return ask(id, isPaged ? { ...input, pageSize: MAX_PAGE_SIZE } : input)
  }
  for (const batch of batches(open)) {
    if (!offersOptions(platform.documents.call.get(batch[0]!.options.call))) {
      for (const question of batch) refused.set(question, 'option')
      continue
    }
    const parts = partsOf(batch, platform)
    const options = calls + parts.length <= MAX_CALLS ? await offered(batch[0]!, parts, counted) : null
    for (const question of batch)
      if (!options) refused.set(question, 'optionsTooMany')
      else if (!isOption(options, question.value)) refused.set(question, 'option')
  }
  return open.flatMap((question) => (refused.has(question) ? [formError(question.path, refused.get(question)!)] : []))
}

/** Questions about one list, as many as one call can answer. */
function batches(questions: readonly OptionQuestion[]): OptionQuestion[][] {
  const byList = Map.groupBy(questions, ({ options, params }) => JSON.stringify([options, params]))
  return [...byList.values()].flatMap((group) => (group[0]!.options.valueParameter === undefined ? [group] : split(group)))
}

function split(group: readonly OptionQuestion[]): OptionQuestion[][] {
  const parts: OptionQuestion[][] = [[]]
  let asked = new Set<OptionValue>()
  for (const question of group) {
    const values = chosenValues(question)
    if (asked.size > 0 && new Set([...asked, ...values]).size > MAX_VALUES) {
      parts.push([])
      asked = new Set()
    }
    for (const value of values) asked.add(value)
    parts.at(-1)!.push(question)
  }
  return parts
}

/** The values of a batch, as many at a time as the call takes; a list that is asked for as a whole is one part. */
function partsOf(batch: readonly OptionQuestion[], platform: Platform): OptionValue[][] {
  const { call, valueParameter } = batch[0]!.options
  if (valueParameter === undefined) return [[]]
  const declared = (platform.documents.call.get(call)?.input?.properties as Record<string, { maxItems?: number }> | undefined)?.[
    valueParameter
  ]
  const size = Math.min(MAX_VALUES, declared?.maxItems ?? MAX_VALUES)
  const values = [...new Set(batch.flatMap(chosenValues))]
  return Array.from({ length: Math.max(1, Math.ceil(values.length / size)) }, (_, at) => values.slice(at * size, (at + 1) * size))
}

/** What one list offers of the values asked for, part by part. */
async function offered(question: OptionQuestion, parts: readonly OptionValue[][], ask: AskCall): Promise<FieldOptions> {
  const found: FieldOptions[] = []
  for (const values of parts) found.push(await offeredPart(question, values, ask))
  const merged = (level: 'top' | 'all') => new Map(found.flatMap((options) => [...options[level]]))
  return { ...found[0]!, top: merged('top'), all: merged('all') }
}

async function offeredPart({ options, params }: OptionQuestion, values: OptionValue[], ask: AskCall): Promise<FieldOptions> {
  const { call, valueParameter } = options
  if (valueParameter === undefined) return answeredOptions(await answerOf(ask, call, params), options)
  const input = (wanted: readonly OptionValue[]) => ({ ...params, [valueParameter]: wanted })
  try {
    return answeredOptions(await ask(call, input(values)), options)
  } catch (error) {
    // values of a shape that the call does not take must not spoil the others
    const misfits = misfitsOf(error, valueParameter)
    const rest = values.filter((_, at) => !misfits.has(at))
    const isWorthIt = misfits.size > 0 && rest.length > 0
    return answeredOptions(isWorthIt ? await answerOf(ask, call, input(rest)) : nothingOffered(error), options)
  }
}

async function answerOf(ask: AskCall, call: string, input: Record<string, unknown>): Promise<unknown> {
  try {
    return await ask(call, input)
  } catch (error) {
    return nothingOffered(error)
  }
}

function nothingOffered(error: unknown): unknown {
  if (error instanceof AgonError && NOTHING_OFFERED.has(error.code)) return []
  throw error
}

/** Positions of the values that the call's input refuses. */
function misfitsOf(error: unknown, parameter: string): ReadonlySet<number> {
  if (!(error instanceof AgonError) || error.code !== 'CALL_INPUT') return new Set()
  const errors = (error.details.errors ?? []) as { path: string }[]
  const positions = errors.map(({ path }) => path.split('/')).filter(([, name, at]) => name === parameter && at !== undefined)
  return new Set(positions.map(([, , at]) => Number(at)))
}

/** The values of an answer: the last step of a way through a tree, each value of a multiple choice. */
function chosenValues({ value, options }: OptionQuestion): OptionValue[] {
  if (!Array.isArray(value)) return [value as OptionValue]
  return options.childrenKey === undefined ? value : value.slice(-1)
}
