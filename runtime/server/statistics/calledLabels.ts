/** Labels of values whose options come from a call. The call runs once, with the rights of the person who asks, for the values that were counted. A value
 *  without a label is shown as it is. */
import { offersOptions } from '../../core/documents/isOffered.ts'
import type { LocalText, Options } from '../../core/documents.ts'
import type { QuestionStatistics } from '../../core/statistics/AnswerStatistics.ts'
import type { CallRun } from '../calls/CallRun.ts'
import type { Question } from './questions.ts'

type Called = Extract<Options, { call: string }>
type Ask = (call: string, input: Record<string, unknown>) => Promise<unknown>

/** Changes the labels in place. */
export async function nameCalledValues(
  questions: readonly Question[],
  found: ReadonlyMap<string, QuestionStatistics>,
  run: CallRun,
): Promise<void> {
  const { set } = run
  const ask: Ask = (call, input) => set.runInside(run, call, input)
  for (const question of questions) {
    const values = found.get(question.key)?.values ?? []
    const options = values.length > 0 && question.open ? calledOptions(question) : null
    if (!options || !offersOptions(set.platform.documents.call.get(options.call))) continue
    const steps = values.flatMap(({ value }) => stepsOf(value))
    const labels = await calledLabels(options, steps, ask).catch(() => new Map<string, LocalText>())
    for (const each of values) each.label = wordsOf(each.value, labels) ?? each.label
  }
}

/** Options of the newest form version that takes them from a call. */
function calledOptions({ versions }: Question): Called | null {
  for (const { field } of versions.values()) {
    const options = field['x-options'] ?? field.items?.['x-options']
    if (options && 'call' in options && !dependsOnAnswers(options)) return options
  }
  return null
}

/** Whether the parameters of the call read other answers, which are unknown for a counted value. */
function dependsOnAnswers({ params }: Called): boolean {
  return JSON.stringify(params ?? {}).includes('"cel"')
}

/** Value -> label, for the values that the call knows and the values below them in a tree. Empty when the parameters of the call depend on answers. */
export async function calledLabels(options: Called, values: readonly string[], ask: Ask): Promise<Map<string, LocalText>> {
  const labels = new Map<string, LocalText>()
  if (dependsOnAnswers(options)) return labels
  const { call, params, valueParameter, ...keys } = options
  const wanted = [...new Set(values)]
  const parts = valueParameter ? chunks(wanted).map((part) => ({ [valueParameter]: part })) : [{}]
  for (const part of parts) {
    const answer = await ask(call, { ...params, ...part })
    collect(Array.isArray(answer) ? answer : ((answer as { list?: unknown[] } | null)?.list ?? []), keys, labels)
  }
  return labels
}

/** Largest number of values in one call. */
const AT_ONCE = 50
function chunks(values: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(values.length / AT_ONCE) }, (_, at) => values.slice(at * AT_ONCE, (at + 1) * AT_ONCE))
}

function collect(
  list: readonly unknown[],
  keys: Pick<Called, 'valueKey' | 'labelKey' | 'childrenKey'>,
  labels: Map<string, LocalText>,
): void {
  for (const row of list as Record<string, unknown>[]) {
    const label = row[keys.labelKey]
    labels.set(
      String(row[keys.valueKey]),
      typeof label === 'object' && label !== null ? (label as LocalText) : { zh: String(label), en: String(label) },
    )
    const below = keys.childrenKey === undefined ? undefined : row[keys.childrenKey]
    if (Array.isArray(below)) collect(below, keys, labels)
  }
}

/** The steps of a path through a tree; any other value itself. */
function stepsOf(value: string): string[] {
  return value.startsWith('[') ? (JSON.parse(value) as unknown[]).map(String) : [value]
}

/** The label of a path through a tree is made of the labels of its steps. */
function wordsOf(value: string, labels: ReadonlyMap<string, LocalText>): LocalText | undefined {
  const known = labels.get(value)
  if (known || !value.startsWith('[')) return known
  const steps = stepsOf(value).map((step) => labels.get(step))
  if (steps.some((step) => step === undefined)) return undefined
  return { zh: steps.map((step) => step!.zh).join(' / '), en: steps.map((step) => step!.en).join(' / ') }
}
