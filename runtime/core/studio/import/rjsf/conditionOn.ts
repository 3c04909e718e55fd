/** Schemas in conditions -> rules. */
import type { VisualRule } from '../../visualRule.ts'
import type { Holder } from '../Holder.ts'
import { entriesOf } from '../Ledger.ts'
import { isLiteral, isObject, type Json, list } from '../reading.ts'

/** What holds when a field has the values of a schema; null when rules have no word for it. */
export function conditionOn(field: string, schema: Json): VisualRule | null {
  if (isLiteral(schema.const)) return { field, op: 'equals', value: schema.const }
  if (Array.isArray(schema.enum) && schema.enum.length > 0 && schema.enum.every(isLiteral))
    return schema.enum.length === 1 ? { field, op: 'equals', value: schema.enum[0]! } : { field, op: 'oneOf', value: schema.enum }
  const bounds = (
    [
      ['minimum', 'atLeast'],
      ['exclusiveMinimum', 'more'],
      ['maximum', 'atMost'],
      ['exclusiveMaximum', 'less'],
    ] as const
  ).flatMap(([key, op]) => {
    const value = schema[key]
    return typeof value === 'number' ? [{ field, op, value } as VisualRule] : []
  })
  if (bounds.length > 0) return bounds.length === 1 ? bounds[0]! : { all: bounds }
  if (schema.minLength === 1 || schema.minItems === 1) return { field, op: 'answered' }
  if (isObject(schema.contains)) {
    const values = isLiteral(schema.contains.const) ? [schema.contains.const] : list(schema.contains.enum).filter(isLiteral)
    return values.length > 0 ? { field, op: 'includesAny', value: values } : null
  }
  return isObject(schema.not) ? negate(conditionOn(field, schema.not)) : null
}

/** The condition that the properties have the constants of a schema. */
export function ruleFrom(schema: Json, holder: Holder, isStrict = false): VisualRule | null {
  if (Array.isArray(schema.allOf))
    return joined(
      'all',
      schema.allOf.map((part) => (isObject(part) ? ruleFrom(part, holder, isStrict) : null)),
    )
  if (Array.isArray(schema.anyOf))
    return joined(
      'any',
      schema.anyOf.map((part) => (isObject(part) ? ruleFrom(part, holder, isStrict) : null)),
    )
  if (isObject(schema.not)) {
    const inner = ruleFrom(schema.not, holder, isStrict)
    return inner && { not: [inner] }
  }
  let isWhole = true
  const rules = (isObject(schema.properties) ? entriesOf(schema.properties) : []).flatMap(([name, value]): VisualRule[] => {
    const own = holder.names.known(name)
    const rule = isObject(value) && holder.properties[own] ? conditionOn(`${holder.prefix}${own}`, value) : null
    if (!rule) isWhole = false
    return rule ? [rule] : []
  })
  if (isStrict && !isWhole) return null
  for (const name of isStrict ? list(schema.required).map(String) : [])
    if (!isObject(schema.properties) || !(name in schema.properties)) {
      const own = holder.names.known(name)
      if (!holder.properties[own]) return null
      rules.push({ field: `${holder.prefix}${own}`, op: 'answered' })
    }
  return rules.length === 0 ? null : rules.length === 1 ? rules[0]! : { all: rules }
}

function negate(rule: VisualRule | null): VisualRule | null {
  return rule && { not: [rule] }
}

function joined(join: 'all' | 'any', rules: (VisualRule | null)[]): VisualRule | null {
  const sure = rules.filter((rule) => rule !== null)
  if (sure.length !== rules.length || sure.length === 0) return null
  return join === 'all' ? { all: sure } : { any: sure }
}
