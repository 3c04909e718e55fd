/** Explains the result of a rule for given answers: the result, and each condition with the answer it read. Evaluated by the form logic itself. */
import type { FormEngine } from '../form/createFormEngine.ts'
import { compileVisualRule, isGroup, membersOf, parseVisualRule, type VisualRule } from './visualRule.ts'

export interface RuleExplanation {
  /** Whether the whole rule holds; the value of a computed field. */
  result: unknown
  /** Null when the rule cannot be shown as rows. */
  reasons: RuleReason | null
}
export interface RuleReason {
  rule: VisualRule
  holds: boolean
  /** What the field holds now; only of a row. */
  answer?: unknown
  inner: readonly RuleReason[]
}

/**
 * @param engine  holds the sample answers
 * @param path    of the field whose rule it is (`/members/0/name`), for `item`
 */
export function explainRule(engine: FormEngine, cel: string, path: string): RuleExplanation {
  const rule = parseVisualRule(cel)
  return { result: engine.evaluate(cel, path), reasons: rule && explain(engine, rule, path) }
}

/** The rows that decide: of a false `all` those that fail, of a true `any` those that hold. */
export function decidingReasons(reason: RuleReason): RuleReason[] {
  if (!isGroup(reason.rule)) return [reason]
  const { join } = membersOf(reason.rule)
  const isTrueInside = join === 'not' ? !reason.holds : reason.holds
  return reason.inner.filter(({ holds }) => holds === isTrueInside).flatMap(decidingReasons)
}

function explain(engine: FormEngine, rule: VisualRule, path: string): RuleReason {
  const cel = compileVisualRule(rule)
  const holds = cel !== null && engine.evaluate(cel, path) === true
  if ('rows' in rule) return { rule, holds, answer: engine.evaluate(rule.rows, path), inner: [] }
  if ('field' in rule) return { rule, holds, answer: engine.evaluate(rule.field, path), inner: [] }
  return { rule, holds, inner: membersOf(rule).rules.map((inner) => explain(engine, inner, path)) }
}
