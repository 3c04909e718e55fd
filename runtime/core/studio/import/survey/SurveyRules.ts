/** Conditions of a survey -> rules, with what they may name. */
import { pointer } from '../../../documents/failure.ts'
import type { FormField } from '../../../documents.ts'
import { compileVisualRule } from '../../visualRule.ts'
import type { FieldNames } from '../fieldNames.ts'
import { Losses } from '../ImportReport.ts'
import { isObject, type Json, list, objectsOf } from '../reading.ts'
import { type SurveyField, surveyCondition } from './surveyCondition.ts'

/** The name of an answer: that under which it is kept (`valueName`) before that of its question. */
export function answerName({ name, valueName }: Json): string | undefined {
  const given = typeof valueName === 'string' && valueName !== '' ? valueName : name
  return given === undefined ? undefined : String(given)
}

export class SurveyRules {
  private readonly names: FieldNames
  private readonly losses: Losses
  /** How rules name a cell of the row that is read. */
  row: ((cell: string) => string) | null = null
  /** Name in the survey -> how rules name it. */
  private readonly places = new Map<string, { field: string; isList: boolean }>()
  constructor(names: FieldNames, losses: Losses) {
    this.names = names
    this.losses = losses
  }

  /** What conditions may name, before any is read: they look ahead too. */
  register(elements: readonly unknown[], prefix: string): void {
    for (const element of elements.filter(isObject)) {
      const name = answerName(element) ?? ''
      const part = element.type === 'matrix' ? 'rows' : element.type === 'multipletext' ? 'items' : null
      for (const inner of part ? list(element[part]) : []) {
        const own = String(isObject(inner) ? (part === 'rows' ? inner.value : inner.name) : inner)
        const at = `${prefix}${this.names.of(name, '', new Losses())}.${this.names.of(own, '', new Losses())}`
        this.places.set(`${name}.${own}`, { field: at, isList: false })
      }
      if (element.type === 'panel') this.register(list(element.elements), `${prefix}${this.names.of(name, '', new Losses())}.`)
      else
        this.places.set(name, {
          field: `${prefix}${this.names.of(name, '', new Losses())}`,
          isList: ['checkbox', 'tagbox', 'paneldynamic', 'matrixdynamic'].includes(String(element.type)),
        })
    }
  }

  /** The field of the form that words of the survey name; null when it is none. */
  fieldOf(name: string): string | null {
    return this.places.get(name)?.field ?? null
  }

  condition(key: string, source: unknown, path: string, prefix: string): FormField {
    const cel = this.rule(source, path, prefix)
    return cel === null ? {} : { [key]: { cel } }
  }

  /** Options under the conditions of a question: `choicesVisibleIf`, in which `{item}` is each of them, and those of the options themselves. */
  optionRules(element: Json, path: string, field: FormField, prefix: string): FormField {
    const common = element.choicesVisibleIf
    const own = new Map(
      objectsOf(element.choices).flatMap(([at, { value, visibleIf }]) =>
        visibleIf === undefined ? [] : [[value, { at, visibleIf }] as const],
      ),
    )
    if (!Array.isArray(field['x-options']) || (common === undefined && own.size === 0)) return field
    const options = field['x-options'].map((option) => {
      const mine = own.get(option.value)
      const rules = [
        this.rule(forItem(common, option.value), pointer(path, 'choicesVisibleIf'), prefix, common),
        this.rule(forItem(mine?.visibleIf, option.value), pointer(pointer(path, 'choices'), mine?.at ?? 0), prefix),
      ].filter((rule) => rule !== null)
      return rules.length === 0
        ? option
        : { ...option, visibleWhen: { cel: rules.length === 1 ? rules[0]! : rules.map((rule) => `(${rule})`).join(' && ') } }
    })
    return { ...field, 'x-options': options }
  }

  /** @param reported  what the report says where the condition cannot be read; default: itself */
  rule(source: unknown, path: string, prefix: string, reported: unknown = source): string | null {
    if (typeof source !== 'string' || source.trim() === '') return null
    const fieldOf: SurveyField = (name) => {
      const inRow = /^(?:panel|row)\.(.+)$/.exec(name)?.[1]
      const row = inRow === undefined ? undefined : prefix === 'item.' ? `item.${this.names.known(inRow)}` : this.row?.(inRow)
      if (row !== undefined) return { field: row, isList: false }
      return this.places.get(name) ?? null
    }
    const rule = surveyCondition(source, fieldOf)
    const cel = rule && compileVisualRule(rule)
    if (!cel) this.losses.lost(path, 'rule', reported)
    return cel
  }
}

/** A condition for one option: `{item}` and `{choice}` stand for its value. */
export function forItem(source: unknown, value: unknown): unknown {
  if (typeof source !== 'string') return source
  const literal = typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : String(value)
  return source.replaceAll(/\{(?:item|choice)\}/g, () => literal)
}
