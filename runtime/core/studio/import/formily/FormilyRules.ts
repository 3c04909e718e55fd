/** What a Formily node says about being shown, enabled and required (`x-reactions`, `x-visible`, `x-display`, ...) -> rules of our field. */
import { pointer } from '../../../documents/failure.ts'
import type { FormField } from '../../../documents.ts'
import { compileVisualRule } from '../../visualRule.ts'
import { type Holder, shownWhile } from '../Holder.ts'
import type { Losses } from '../ImportReport.ts'
import { entriesOf } from '../Ledger.ts'
import { isObject, type Json, ownOf } from '../reading.ts'
import { isExpression, type NamedField, readExpression } from './readExpression.ts'

export class FormilyRules {
  private readonly losses: Losses
  private readonly known: ReadonlyMap<string, NamedField>
  /** @param known  name in the schema -> how rules name it; may be filled in later */
  constructor(losses: Losses, known: ReadonlyMap<string, NamedField>) {
    this.losses = losses
    this.known = known
  }

  ruled(node: Json, field: FormField, path: string, holder: Holder): FormField {
    let ruled = this.display(node, field, path)
    const reactions = node['x-reactions']
    for (const reaction of Array.isArray(reactions) ? reactions : reactions === undefined ? [] : [reactions])
      ruled = isObject(reaction) ? this.reaction(reaction, ruled, path, holder) : this.refuse(reaction, ruled, path)
    for (const [key, rule] of [
      ['x-visible', 'x-visibleWhen'],
      ['x-hidden', 'x-visibleWhen'],
      ['x-disabled', 'x-enabledWhen'],
    ] as const) {
      const value = node[key]
      if (typeof value !== 'string') continue
      ruled = this.withRule(ruled, { rule, source: value, isOpposite: key !== 'x-visible', names: new Map() }, pointer(path, key), holder)
    }
    return ruled
  }

  private refuse(reaction: unknown, field: FormField, path: string): FormField {
    this.losses.lost(pointer(path, 'x-reactions'), 'script', reaction)
    return field
  }

  private display(node: Json, field: FormField, path: string): FormField {
    const isHidden = node['x-visible'] === false || node['x-hidden'] === true || /^(hidden|none)$/.test(String(node['x-display'] ?? ''))
    const isOff =
      node['x-disabled'] === true ||
      node['x-read-only'] === true ||
      node['x-read-pretty'] === true ||
      /^(disabled|readOnly|readPretty)$/.test(String(node['x-pattern'] ?? ''))
    // hidden until a reaction shows it, which then is its rule
    if (isHidden && node['x-reactions'] === undefined) this.losses.lost(path, 'rule', 'hidden')
    return isOff ? { ...field, 'x-enabledWhen': { cel: 'false' } } : field
  }

  /** `{ dependencies, when, fulfill: { state }, otherwise: { state } }` of the field itself. */
  private reaction(reaction: Json, field: FormField, path: string, holder: Holder): FormField {
    const here = pointer(path, 'x-reactions')
    const names = this.dependencies(reaction.dependencies)
    const state = isObject(reaction.fulfill) && isObject(reaction.fulfill.state) ? reaction.fulfill.state : null
    if (reaction.target !== undefined || !state) {
      this.losses.lost(here, 'rule', reaction)
      return field
    }
    const otherwise = isObject(reaction.otherwise) && isObject(reaction.otherwise.state) ? reaction.otherwise.state : {}
    let ruled = field
    for (const [key, value] of entriesOf(state)) {
      const other = otherwise[key]
      if (ownOf(STATE_RULES, key) && other !== undefined && meansTrue(key, other) === null)
        this.losses.lost(pointer(here, 'otherwise'), 'rule', otherwise)
      const rule = ownOf(STATE_RULES, key)
      const source = typeof value === 'string' && isExpression(value) ? value : null
      if (rule && source && reaction.when === undefined) {
        ruled = this.withRule(ruled, { rule: rule.rule, source, isOpposite: rule.isOpposite, names }, here, holder)
        continue
      }
      const means = rule ? meansTrue(key, value) : null
      if (!rule || means === null || typeof reaction.when !== 'string' || (other !== undefined && meansTrue(key, other) === means)) {
        this.losses.lost(here, 'rule', reaction)
        continue
      }
      ruled = this.withRule(ruled, { rule: rule.rule, source: reaction.when, isOpposite: rule.isOpposite === means, names }, here, holder)
    }
    return ruled
  }

  private dependencies(value: unknown): Map<string, string> {
    const names = new Map<string, string>()
    const place = (source: string) => source.replace(/^\.+/, '').replace(/#.*$/, '').split('.').at(-1)!
    if (Array.isArray(value))
      for (const [at, each] of value.entries()) {
        const source = isObject(each) ? String(each.source ?? '') : String(each)
        names.set(`$deps[${at}]`, place(source))
        if (isObject(each) && each.name !== undefined) names.set(`$deps.${String(each.name)}`, place(source))
      }
    else if (isObject(value)) for (const [name, source] of entriesOf(value)) names.set(`$deps.${name}`, place(String(source)))
    return names
  }

  private withRule(field: FormField, { rule: key, source, isOpposite, names }: ReadRule, path: string, holder: Holder): FormField {
    const rule = readExpression(source, (name) =>
      this.named(names.get(name) ?? name.replace(/^\$(form\.)?values\./, ''), names.has(name) || /^\$(form\.)?values\./.test(name), holder),
    )
    const cel = rule && compileVisualRule(isOpposite ? { not: [rule] } : rule)
    if (!cel) {
      this.losses.lost(path, 'rule', source)
      return field
    }
    if (key === 'x-requiredWhen') return { ...field, 'x-requiredWhen': { cel } }
    return shownWhile(field, cel, key)
  }

  private named(name: string, isKnown: boolean, holder: Holder): NamedField | null {
    if (!isKnown) return null
    const last = name.split('.').at(-1)!
    if (holder.prefix === 'item.' && holder.names.known(last) in holder.properties)
      return {
        field: `item.${holder.names.known(last)}`,
        isList: false,
        isBoolean: holder.properties[holder.names.known(last)]!.type === 'boolean',
      }
    return this.known.get(name) ?? this.known.get(last) ?? null
  }
}

interface ReadRule {
  rule: RuleKey
  source: string
  isOpposite: boolean
  names: ReadonlyMap<string, string>
}

type RuleKey = 'x-visibleWhen' | 'x-enabledWhen' | 'x-requiredWhen'

const STATE_RULES: Record<string, { rule: RuleKey; isOpposite: boolean }> = {
  visible: { rule: 'x-visibleWhen', isOpposite: false },
  hidden: { rule: 'x-visibleWhen', isOpposite: true },
  display: { rule: 'x-visibleWhen', isOpposite: false },
  required: { rule: 'x-requiredWhen', isOpposite: false },
  disabled: { rule: 'x-enabledWhen', isOpposite: true },
  editable: { rule: 'x-enabledWhen', isOpposite: false },
  pattern: { rule: 'x-enabledWhen', isOpposite: false },
}

/** What a constant state says: shown, required, ... or not; null for another value. */
function meansTrue(key: string, value: unknown): boolean | null {
  if (key === 'display') return value === 'visible' ? true : value === 'none' || value === 'hidden' ? false : null
  if (key === 'pattern') return value === 'editable' ? true : typeof value === 'string' ? false : null
  return typeof value === 'boolean' ? value : null
}
