/** Simple conditions of Form.io (`conditional`) -> rules. */
import { pointer } from '../../../documents/failure.ts'
import { compileVisualRule, type RuleOperator, type VisualRule } from '../../visualRule.ts'
import { Holder } from '../Holder.ts'
import type { Losses } from '../ImportReport.ts'
import { layered } from '../Ledger.ts'
import { isLiteral, isObject, type Json, list, ownOf } from '../reading.ts'
import { ARRANGING, innerOf } from './formioParts.ts'

/** Names of fields in conditions -> how rules here name them. */
interface KnownField {
  field: string
  isList: boolean
  /** Keys are answers: conditions say `key.option`. */
  isBoxes: boolean
  isNumber: boolean
}

export class FormioConditions {
  private readonly losses: Losses
  private readonly known = new Map<string, KnownField>()
  constructor(losses: Losses) {
    this.losses = losses
  }

  /** What conditions may name, before any is read: they look ahead too. */
  register(components: readonly Json[], holder: Holder, path: string, prefix = ''): void {
    for (const component of components) {
      const type = String(component.type)
      const inner = innerOf(component).flatMap(({ parts }) => parts.map(([, part]) => part))
      if (ARRANGING.has(type)) {
        this.register(inner, holder, path, prefix)
        continue
      }
      if (type === 'button') continue
      const key = String(component.key ?? '')
      if (type === 'container') this.register(inner, new Holder(), path, `${prefix}${key}.`)
      else if (type !== 'datagrid' && type !== 'editgrid') {
        const field = {
          field: `${prefix}${prefix === '' ? holder.names.of(key, path, this.losses) : key}`,
          isList: isMany(component),
          isBoxes: type === 'selectboxes',
          isNumber: type === 'number' || type === 'currency',
        }
        for (const name of [`${prefix}${key}`, key]) if (!this.known.has(name)) this.known.set(name, field)
      }
    }
  }

  /** The field that words of the form name; null when it is none. */
  named(name: string): string | null {
    return this.known.get(name)?.field ?? null
  }

  conditionOf(component: Json, path: string, holder: Holder): string | null {
    const conditional = component.conditional
    if (!isObject(conditional)) return null
    const show =
      conditional.show === undefined || conditional.show === null || conditional.show === ''
        ? null
        : conditional.show !== false && conditional.show !== 'false'
    const conditions = list(conditional.conditions).filter(isObject)
    const simple =
      conditional.when === undefined || conditional.when === null || conditional.when === ''
        ? []
        : [layered({ component: conditional.when, operator: 'isEqual', value: conditional.eq }, conditional)]
    const rules = [...simple, ...conditions].map((each) => this.ruleOf(each, holder))
    if (rules.length === 0 || show === null) {
      // shown or hidden while nothing is said about when
      if (show !== null) this.losses.aside(pointer(pointer(path, 'conditional'), 'show'), 'rule', conditional.show)
      if (conditional.json !== undefined && conditional.json !== '')
        this.losses.lost(pointer(pointer(path, 'conditional'), 'json'), 'rule', conditional.json)
      return null
    }
    const sure = rules.filter((rule) => rule !== null)
    const isKnown = conditional.conjunction === undefined || /^(all|any)$/.test(String(conditional.conjunction))
    const group: VisualRule | null =
      sure.length < rules.length || !isKnown ? null : conditional.conjunction === 'any' ? { any: sure } : { all: sure }
    const cel = group && compileVisualRule(show ? group : { not: [group] })
    if (!cel) this.losses.lost(pointer(path, 'conditional'), 'rule', conditional)
    return cel
  }

  private ruleOf(condition: Json, holder: Holder): VisualRule | null {
    const path = String(condition.component ?? '')
    const found = this.fieldOf(path, holder)
    const op = String(condition.operator ?? 'isEqual')
    const value = condition.value
    if (!found) return null
    const { field, isList, option, isNumber } = found
    if (option !== undefined)
      return !/^(true|false)$/.test(String(value))
        ? null
        : { field, op: String(value) === 'false' ? 'includesNot' : 'includes', value: option }
    if (op === 'isEmpty' || op === 'isNotEmpty') return { field, op: op === 'isEmpty' ? 'unanswered' : 'answered' }
    const right =
      value === 'true'
        ? true
        : value === 'false'
          ? false
          : isNumber && typeof value === 'string' && value.trim() !== ''
            ? Number(value)
            : value
    if (!isLiteral(right)) return null
    if (isList)
      return op === 'isEqual' || op === 'includes'
        ? { field, op: 'includes', value: right }
        : op === 'isNotEqual' || op === 'notIncludes'
          ? { field, op: 'includesNot', value: right }
          : null
    const known = ownOf(OPERATORS, op)
    return known ? { field, op: known, value: right } : null
  }

  private fieldOf(path: string, holder: Holder): { field: string; isList: boolean; isNumber?: boolean; option?: string } | null {
    const last = path.split('.').at(-1)!
    if (holder.prefix === 'item.' && holder.names.known(last) in holder.properties)
      return { field: `item.${holder.names.known(last)}`, isList: false }
    const whole = this.known.get(path)
    if (whole) return whole
    const boxes = this.known.get(path.split('.').slice(0, -1).join('.'))
    return boxes?.isBoxes ? { ...boxes, option: last } : null
  }
}

const OPERATORS: Record<string, RuleOperator> = {
  isEqual: 'equals',
  isNotEqual: 'notEquals',
  includes: 'contains',
  notIncludes: 'containsNot',
  startsWith: 'startsWith',
  endsWith: 'endsWith',
  lessThan: 'less',
  greaterThan: 'more',
  lessThanOrEqual: 'atMost',
  greaterThanOrEqual: 'atLeast',
}

function isMany(component: Json): boolean {
  return component.type === 'selectboxes' || component.multiple === true
}
