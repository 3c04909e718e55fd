/** Declared options of a field -> the values that may be in it. Options answered by a call are not known beforehand: the server asks for them when
 *  answers are submitted (`optionQuestions`), and checks values by the same rule. */
import type { EnumDocument, Options } from '../documents.ts'
import { compileRule, type Rule } from './compileRule.ts'

export type OptionValue = string | number | boolean

export interface OptionNode {
  readonly value: OptionValue
  readonly disabledWhen: Rule | null
  readonly visibleWhen: Rule | null
  /** How many may choose it; null: any number. */
  readonly places: number | null
  /** `option` of the rule that says which options are offered. */
  readonly facts: Readonly<Record<string, unknown>>
  readonly children: ReadonlyMap<OptionValue, OptionNode> | null
}

export interface FieldOptions {
  readonly top: ReadonlyMap<OptionValue, OptionNode>
  /** Every option of every level. */
  readonly all: ReadonlyMap<OptionValue, OptionNode>
  /** Some option has options below it: a list value is then a way from the top, not a selection. */
  readonly tree: boolean
  /** Options with `disabledWhen`. */
  readonly conditional: readonly OptionNode[]
  /** Options with `visibleWhen`. */
  readonly filtered: readonly OptionNode[]
  /** Options with a number of places. */
  readonly limited: readonly OptionNode[]
}

/** @returns null when the values are not known beforehand */
export function compileOptions(
  options: Options | undefined,
  enums: ((id: string) => Pick<EnumDocument, 'values'> | undefined) | undefined,
): FieldOptions | null {
  if (!options || 'call' in options) return null
  if ('enum' in options) {
    const document = enums?.(options.enum)
    return document ? fieldOptions(document.values.map((entry) => ({ value: entry.code, label: entry.label }))) : null
  }
  return fieldOptions(options)
}

type StaticOptions = Extract<Options, unknown[]>
export type CalledOptions = Extract<Options, { call: string }>

/** The options that a call answered: a list, or a page of one. */
export function answeredOptions(data: unknown, { valueKey, childrenKey }: CalledOptions): FieldOptions {
  const all = new Map<OptionValue, OptionNode>()
  const readLevel = (rows: unknown): Map<OptionValue, OptionNode> => {
    const made = new Map<OptionValue, OptionNode>()
    for (const row of optionRows(rows)) {
      const children = childrenKey === undefined ? [] : optionRows(row[childrenKey])
      const value = row[valueKey] as OptionValue
      const node = {
        value,
        disabledWhen: null,
        visibleWhen: null,
        places: null,
        facts: {},
        children: children.length > 0 ? readLevel(children) : null,
      }
      made.set(node.value, node)
      all.set(node.value, node)
    }
    return made
  }
  return { top: readLevel(data), all, tree: childrenKey !== undefined, conditional: [], filtered: [], limited: [] }
}

function optionRows(data: unknown): Record<string, unknown>[] {
  const rows = Array.isArray(data) ? data : (data as { list?: unknown } | null | undefined)?.list
  return Array.isArray(rows) ? rows : []
}

function fieldOptions(declared: StaticOptions): FieldOptions {
  const all = new Map<OptionValue, OptionNode>()
  const top = level(declared, all)
  return {
    top,
    all,
    tree: [...all.values()].some((option) => option.children !== null),
    conditional: [...all.values()].filter((option) => option.disabledWhen),
    filtered: [...all.values()].filter((option) => option.visibleWhen),
    limited: [...all.values()].filter((option) => option.places !== null),
  }
}

function level(declared: StaticOptions, all: Map<OptionValue, OptionNode>): Map<OptionValue, OptionNode> {
  const made = new Map<OptionValue, OptionNode>()
  for (const option of declared) {
    const node: OptionNode = {
      value: option.value,
      disabledWhen: option.disabledWhen ? compileRule(option.disabledWhen.cel) : null,
      visibleWhen: option.visibleWhen ? compileRule(option.visibleWhen.cel) : null,
      places: option.places ?? null,
      facts: { ...option.columns, value: option.value },
      children: Array.isArray(option.children) && option.children.length > 0 ? level(option.children, all) : null,
    }
    made.set(node.value, node)
    all.set(node.value, node)
  }
  return made
}

/** Whether a value is one of the options, a selection of them, or (in a tree) a way down from the top. */
export function isOption(options: FieldOptions, value: unknown): boolean {
  if (!Array.isArray(value)) return options.all.has(value as OptionValue)
  if (!options.tree) return value.every((entry) => options.all.has(entry))
  let at: ReadonlyMap<OptionValue, OptionNode> | null = options.top
  for (const step of value) {
    const node: OptionNode | undefined = at?.get(step)
    if (!node) return false
    at = node.children
  }
  return true
}

/** An answer without the options that are not offered: nothing is left of a way through a tree that has one of them in it. */
export function offeredAnswer(options: FieldOptions | null, value: unknown, hidden: readonly OptionValue[]): unknown {
  if (hidden.length === 0 || options === null) return value
  if (!Array.isArray(value)) return hidden.includes(value as OptionValue) ? undefined : value
  const left = value.filter((entry) => !hidden.includes(entry))
  if (left.length === value.length) return value
  return options.tree ? undefined : left
}
