/** Conditions of a survey -> rules, with what they may name. */
import type { FormField } from '../../../documents.ts'
import { compileVisualRule } from '../../visualRule.ts'
import type { FieldNames } from '../fieldNames.ts'
import { Losses } from '../ImportReport.ts'
import { isObject, list } from '../reading.ts'
import { type SurveyField, surveyCondition } from './surveyCondition.ts'

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
      const name = String(element.name ?? '')
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

  rule(source: unknown, path: string, prefix: string): string | null {
    if (typeof source !== 'string' || source.trim() === '') return null
    const fieldOf: SurveyField = (name) => {
      const inRow = /^(?:panel|row)\.(.+)$/.exec(name)?.[1]
      const row = inRow === undefined ? undefined : prefix === 'item.' ? `item.${this.names.known(inRow)}` : this.row?.(inRow)
      if (row !== undefined) return { field: row, isList: false }
      return this.places.get(name) ?? null
    }
    const rule = surveyCondition(source, fieldOf)
    const cel = rule && compileVisualRule(rule)
    if (!cel) this.losses.lost(path, 'rule', source)
    return cel
  }
}
