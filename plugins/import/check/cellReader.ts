/** Reads the cells of rows as answers. Options that a call answers are asked for by their label, each label once. */
import type { CallInput, CallName, HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Options } from '../../../runtime/core/documents.ts'
import { AgonError } from '../../../runtime/core/errors.ts'
import { isRecord } from '../../../runtime/core/isRecord.ts'
import { type OptionWord, optionOf, optionWords } from '../columns/optionWords.ts'
import type { Column } from '../columns/proposeColumns.ts'
import { readCell } from '../columns/readCell.ts'
import { bothWords, type Target } from '../columns/targets.ts'
import type { Problem, SheetRow } from './Examined.ts'

export interface ReadRow {
  /** By key of the target. */
  values: Map<string, unknown>
  /** Position of the column by key of the target. */
  positions: ReadonlyMap<string, number>
  problems: Problem[]
}

type Called = Extract<Options, { call: string }>
interface Reading {
  position: number
  target: Target
  words: readonly OptionWord[] | null
}

/** Labels asked for in one check, of all columns. */
const MAX_LABELS = 2000

export function createCellReader(
  columns: readonly Column[],
  targets: readonly Target[],
  context: HandlerContext,
): (row: SheetRow) => Promise<ReadRow> {
  const byKey = new Map(targets.map((target) => [target.key, target]))
  const readings = columns.flatMap(({ target: key }, position): Reading[] => {
    const target = key === null ? undefined : byKey.get(key)
    return target ? [{ position, target, words: optionWords(target.options, (id) => context.platform.documents.enum.get(id)) }] : []
  })
  const positions = new Map(readings.map(({ target, position }) => [target.key, position]))
  const asked = new Map<string, Promise<readonly OptionWord[]>>()
  const zone = offsetOf(context)

  async function readOne(text: string, { target, words }: Reading): Promise<unknown> {
    const { options } = target
    if (!options || !('call' in options)) return numberIn(readCell(text, target.kind, words, zone), target)
    const labels = target.kind === 'choices' ? text.split(/[;；、\n]/).map((part) => part.trim()) : [text.trim()]
    const found: OptionWord[] = []
    for (const label of labels) found.push(...(await named(label, options)))
    return numberIn(readCell(text, target.kind, found, zone), target)
  }
  /** What is no option: a number where the field asks for one, so that the form says that it is not offered. */
  function numberIn(answer: unknown, { kind, field }: Target): unknown {
    const isText = kind === 'choice' && typeof answer === 'string'
    return isText && [field.type].flat().includes('integer') ? readCell(answer, 'number', null, zone) : answer
  }
  function named(label: string, options: Called): Promise<readonly OptionWord[]> {
    const key = JSON.stringify([options.call, options.params, label])
    if (!asked.has(key) && asked.size < MAX_LABELS) asked.set(key, askOption(label, options, context))
    return asked.get(key) ?? Promise.resolve([])
  }

  return async ({ cells, formulas }) => {
    const values = new Map<string, unknown>()
    const problems: Problem[] = []
    for (const reading of readings) {
      const { position, target } = reading
      if (formulas.includes(position)) {
        problems.push({ position, severity: 'error', message: context.text('import.problem.formula') })
        continue
      }
      const value = await readOne(cells[position] ?? '', reading)
      if (value !== undefined) values.set(target.key, value)
    }
    return { values, positions, problems }
  }
}

/** The option of that label, as the call answers it; none where the call refuses. */
async function askOption(label: string, { call, params, search, valueKey, labelKey, childrenKey }: Called, context: HandlerContext) {
  const fixed = Object.entries(params ?? {}).filter(([, value]) => !isRecord(value))
  const input = { ...Object.fromEntries(fixed), ...(search === undefined ? {} : { [search]: label }) }
  try {
    const answer: unknown = await context.call(call as CallName, input as CallInput<CallName>)
    const words = wordsIn(answer, { valueKey, labelKey, ...(childrenKey === undefined ? {} : { childrenKey }) })
    return words.flatMap((word) => reduced(word, label))
  } catch (error) {
    if (error instanceof AgonError) return []
    throw error
  }
}

/** The option of the label alone, with those that it stands below. */
function reduced(word: OptionWord, label: string): OptionWord[] {
  if (optionOf([word], label)) return [{ ...word, children: [] }]
  const children = word.children.flatMap((child) => reduced(child, label))
  return children.length > 0 ? [{ ...word, children }, ...children] : []
}

function wordsIn(answer: unknown, keys: { valueKey: string; labelKey: string; childrenKey?: string }): OptionWord[] {
  const list = Array.isArray(answer) ? answer : isRecord(answer) && Array.isArray(answer.list) ? answer.list : []
  return list.filter(isRecord).map((row) => ({
    value: row[keys.valueKey] as OptionWord['value'],
    label: bothWords(row[keys.labelKey]),
    children: keys.childrenKey === undefined ? [] : wordsIn(row[keys.childrenKey], keys),
  }))
}

/** `+08:00` of the platform's clock. */
function offsetOf({ platform, now }: HandlerContext): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: platform.app.timeZone, timeZoneName: 'longOffset' }).formatToParts(now)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '')
  return offset || 'Z'
}
