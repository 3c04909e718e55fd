/** Words for values whose options a call answers: it is asked once, as the person who asks, for the values that were counted. What cannot be named keeps its
 *  value. */
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
    const labels = await labelsOf(
      options,
      values.map(({ value }) => value),
      ask,
    ).catch(() => new Map<string, LocalText>())
    for (const each of values) each.label = wordsOf(each.value, labels) ?? each.label
  }
}

/** Of the newest version that asks a call. What it is asked with must not depend on an answer. */
function calledOptions({ versions }: Question): Called | null {
  for (const { field } of versions.values()) {
    const options = field['x-options'] ?? field.items?.['x-options']
    if (options && 'call' in options && !JSON.stringify(options.params ?? {}).includes('"cel"')) return options
  }
  return null
}

async function labelsOf(
  { call, params, valueParameter, ...keys }: Called,
  values: readonly string[],
  ask: Ask,
): Promise<Map<string, LocalText>> {
  const wanted = [...new Set(values.flatMap(stepsOf))]
  const answer = await ask(call, { ...params, ...(valueParameter ? { [valueParameter]: wanted } : {}) })
  const list = Array.isArray(answer) ? answer : ((answer as { list?: unknown[] } | null)?.list ?? [])
  const labels = new Map<string, LocalText>()
  collect(list, keys, labels)
  return labels
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

/** Of a way through a tree its steps, of any other value itself. */
function stepsOf(value: string): string[] {
  return value.startsWith('[') ? (JSON.parse(value) as unknown[]).map(String) : [value]
}

/** A way through a tree is named step by step. */
function wordsOf(value: string, labels: ReadonlyMap<string, LocalText>): LocalText | undefined {
  const known = labels.get(value)
  if (known || !value.startsWith('[')) return known
  const steps = stepsOf(value).map((step) => labels.get(step))
  if (steps.some((step) => step === undefined)) return undefined
  return { zh: steps.map((step) => step!.zh).join(' / '), en: steps.map((step) => step!.en).join(' / ') }
}
