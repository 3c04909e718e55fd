/** Conditions in double braces, as Formily writes them -> rules. Read as text, never run. */
import type { RuleLiteral, RuleOperator, VisualRule } from '../../visualRule.ts'

export interface NamedField {
  field: string
  isList: boolean
  isBoolean: boolean
}

/** `{{ $deps[0] === 'a' && !$values.b }}`: comparisons with constants, joined by one kind of sign; null for the rest. */
export function readExpression(source: string, fieldOf: (name: string) => NamedField | null): VisualRule | null {
  const text = source
    .replace(/^\s*\{\{/, '')
    .replace(/\}\}\s*$/, '')
    .trim()
  for (const [sign, join] of [
    ['||', 'any'],
    ['&&', 'all'],
  ] as const) {
    if (!text.includes(sign)) continue
    const parts = text.split(sign).map((part) => readExpression(part, fieldOf))
    return parts.every((part) => part !== null) && !/[()]/.test(text) ? ({ [join]: parts } as unknown as VisualRule) : null
  }
  const includes = /^(?<name>\$?[\w.[\]$]+?)\??\.includes\((?<value>'[^']*'|"[^"]*")\)$/.exec(text)?.groups
  if (includes) {
    const found = fieldOf(includes.name!)
    return found && { field: found.field, op: found.isList ? 'includes' : 'contains', value: literal(includes.value!) }
  }
  const groups = COMPARISON.exec(text)?.groups
  if (groups) {
    const found = fieldOf(groups.name!)
    return found && !found.isList ? { field: found.field, op: SIGNS[groups.sign!]!, value: literal(groups.value!) } : null
  }
  const alone = /^(?<not>!{0,2})(?<name>\$?[\w.[\]$]+)$/.exec(text)?.groups
  const found = alone && fieldOf(alone.name!)
  if (!found) return null
  if (!found.isBoolean) return { field: found.field, op: alone.not === '!' ? 'unanswered' : 'answered' }
  const yes: VisualRule = { field: found.field, op: 'equals', value: true }
  return alone.not === '!' ? { not: [yes] } : yes
}

/** Whether a value is an expression: text in double braces. */
export function isExpression(value: unknown): value is string {
  return typeof value === 'string' && /^\s*\{\{[\s\S]*\}\}\s*$/.test(value)
}

const COMPARISON = /^(?<name>\$?[\w.[\]$]+)\s*(?<sign>===?|!==?|>=|<=|>|<)\s*(?<value>'[^']*'|"[^"]*"|-?\d+(?:\.\d+)?|true|false)$/

const SIGNS: Record<string, RuleOperator> = {
  '==': 'equals',
  '===': 'equals',
  '!=': 'notEquals',
  '!==': 'notEquals',
  '>': 'more',
  '>=': 'atLeast',
  '<': 'less',
  '<=': 'atMost',
}

function literal(text: string): RuleLiteral {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^['"]/.test(text) ? text.slice(1, -1) : Number(text)
}
