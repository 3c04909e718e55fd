/** A rule in plain words of one language: `"Group" is "Undergraduate" and "Members" is at least 3`. What rows cannot show is shown as the
 *  expression with the titles of its fields in it. */
import type { Text } from '../documents.ts'
import { type Ast, childrenOf, pathOf } from '../expressions/ast.ts'
import { parseExpression } from '../expressions/parseExpression.ts'
import type { Lang } from '../platform.ts'
import type { DesignRule } from './allRules.ts'
import { arityOf, type Operand } from './ruleOperands.ts'
import {
  isGroup,
  membersOf,
  parseVisualRule,
  type RuleCondition,
  type RuleLiteral,
  type RuleOperator,
  type VisualRule,
} from './visualRule.ts'

export interface RuleWords {
  lang: Lang
  /** A text of the locale files with its places filled in. */
  words(key: string, values?: Record<string, unknown>): string
}

/** @param operands  what the rule may ask about (`ruleOperands`) */
export function describeCel(cel: string, operands: readonly Operand[], speech: RuleWords): string {
  const rule = parseVisualRule(cel)
  return rule ? describeRule(rule, operands, speech) : describeExpression(cel, operands, speech)
}

/** The whole rule in one sentence: what its condition leads to. @param own  the field whose rule it is, for the words of its values */
export function describeEffect(
  { kind, cel, effect }: Pick<DesignRule, 'kind' | 'cel' | 'effect'>,
  { operands, own, steps }: { operands: readonly Operand[]; own?: Operand; steps: readonly { id: string; title: Text }[] },
  speech: RuleWords,
): string {
  const { words, lang } = speech
  const rule = cel === '' ? words('studio.rule.always') : describeCel(cel, operands, speech)
  if (kind === 'check') return words('studio.rule.effect.check', { rule, message: quoted(plainText(effect?.message, lang), words) })
  if (kind === 'prefill') return words('studio.rule.effect.prefill', { rule })
  if (kind === 'set') {
    const value = filledWords(effect?.to, { operands, own }, speech)
    return words(effect?.fixed ? 'studio.rule.effect.fixed' : 'studio.rule.effect.set', { rule, value })
  }
  if (kind !== 'jump') return rule
  const step = steps.find(({ id }) => id === effect?.to)
  if (!step) return words('studio.rule.effect.end', { rule })
  return words('studio.rule.effect.jump', { rule, step: quoted(plainText(step.title, lang), words) })
}

function filledWords(
  to: unknown,
  { operands, own }: { operands: readonly Operand[]; own?: Operand | undefined },
  speech: RuleWords,
): string {
  if (to === null || to === undefined || to === '') return speech.words('studio.rule.noValue')
  const cel = (to as { cel?: unknown }).cel
  return typeof cel === 'string' ? describeCel(cel, operands, speech) : valueTitle(to, own, speech)
}

export function describeRule(rule: VisualRule, operands: readonly Operand[], speech: RuleWords): string {
  return describe(rule, operands, speech, false)
}

/** The title of what a rule names; the name itself when there is nothing of the name. */
export function operandTitle(field: string, operands: readonly Operand[], { lang, words }: RuleWords): string {
  const operand = operands.find((each) => each.field === field)
  if (operand?.from === 'clock') return words('studio.rule.clock')
  return (operand && plainText(operand.title, lang)) || field
}

/** What is written, without its key: a text in place in one language. */
export function plainText(text: Text | undefined, lang: Lang): string {
  if (typeof text === 'string') return text
  if (!text) return ''
  if ('text' in text) return plainText(text.text, lang)
  return text[lang] || text[lang === 'zh' ? 'en' : 'zh'] || ''
}

function describe(rule: VisualRule, operands: readonly Operand[], speech: RuleWords, isInner: boolean): string {
  const { words } = speech
  if ('rows' in rule) {
    const operand = operands.find(({ field }) => field === rule.rows)
    const where = describe(rule.where, operand?.members ?? [], speech, false)
    return words(`studio.rule.rows.${rule.op}`, { rows: quoted(operandTitle(rule.rows, operands, speech), words), where })
  }
  if ('field' in rule) return describeCondition(rule, operands, speech)
  const { join, rules } = membersOf(rule)
  const parts = rules.map((each) => describe(each, operands, speech, rules.length > 1 && isGroup(each)))
  const joined = parts.join(words(`studio.rule.join.${join === 'all' ? 'all' : 'any'}`))
  if (join === 'not') return words('studio.rule.not', { rule: joined })
  return isInner && parts.length > 1 ? words('studio.rule.inner', { rule: joined }) : joined
}

function describeCondition({ field, op, value }: RuleCondition, operands: readonly Operand[], speech: RuleWords): string {
  const { words } = speech
  const operand = operands.find((each) => each.field === field)
  const key = operatorKey(op, operand)
  const named = quoted(operandTitle(field, operands, speech), words)
  if (arityOf(op) === 'none') return words(key, { field: named })
  return words(key, { field: named, value: describeValue(value, operand, operands, speech) })
}

/** No one fills these in, and no one has chosen their values. */
const OF_SCREENS: ReadonlySet<Operand['from']> = new Set(['here', 'source', 'state', 'address', 'person'])

/** Key of an operator's words: of times one says before and after, of what a screen knows whether it is there. With the places `field` and `value`. */
export function operatorKey(op: RuleOperator, { type, from }: Partial<Pick<Operand, 'type' | 'from'>> = {}): string {
  const isThere = arityOf(op) === 'none' || op.startsWith('includes')
  if (isThere && from !== undefined && OF_SCREENS.has(from)) return `studio.rule.there.${op}`
  if (type === 'boolean' && op === 'equals') return 'studio.rule.op.equalsBoolean'
  const isMoment = type === 'date' || type === 'datetime' || type === 'time'
  return `studio.rule.${isMoment && ORDERS.includes(op) ? 'moment' : 'op'}.${op}`
}

const ORDERS: readonly RuleOperator[] = ['less', 'atMost', 'more', 'atLeast']

function describeValue(
  value: RuleCondition['value'],
  operand: Operand | undefined,
  operands: readonly Operand[],
  speech: RuleWords,
): string {
  const { words } = speech
  if (value === undefined) return words('studio.rule.noValue')
  if (Array.isArray(value)) return value.map((each: RuleLiteral) => valueTitle(each, operand, speech)).join(words('studio.rule.join.list'))
  if (typeof value === 'object') return quoted(operandTitle((value as { field: string }).field, operands, speech), words)
  return valueTitle(value as RuleLiteral, operand, speech)
}

/** A value as people know it: the label of an option, yes or no, the text in quotes. */
export function valueTitle(value: unknown, operand: Operand | undefined, speech: RuleWords): string {
  const option = operand?.options?.find((each) => each.value === value)
  if (option) return quoted(plainText(option.label, speech.lang) || String(value), speech.words)
  if (typeof value === 'boolean') return speech.words(value ? 'studio.rule.true' : 'studio.rule.false')
  if (operand?.type === 'datetime' && typeof value === 'string') return momentWords(value, speech.lang)
  if (typeof value === 'string' && (!operand || operand.type === 'text' || operand.type === 'choice' || operand.type === 'choices'))
    return quoted(value, speech.words)
  return Array.isArray(value)
    ? value.map((each) => valueTitle(each, operand, speech)).join(speech.words('studio.rule.join.list'))
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
}

/** A moment in the person's time zone. */
function momentWords(iso: string, lang: Lang): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return iso
  return new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(moment)
}

function quoted(text: string, words: RuleWords['words']): string {
  return words('studio.rule.quoted', { text })
}

/** The expression with titles in place of names. */
function describeExpression(cel: string, operands: readonly Operand[], speech: RuleWords): string {
  try {
    const places = pathsOf(parseExpression(cel)).sort((left, right) => right.start - left.start)
    return places.reduce((text, { start, end, field }) => {
      const known = operands.some((each) => each.field === field)
      return known ? text.slice(0, start) + quoted(operandTitle(field, operands, speech), speech.words) + text.slice(end) : text
    }, cel)
  } catch {
    return cel
  }
}

function pathsOf(ast: Ast): { start: number; end: number; field: string }[] {
  const path = ast.kind === 'has' ? null : pathOf(ast)
  if (path) return [{ start: ast.start, end: ast.end, field: path.join('.') }]
  return childrenOf(ast).flatMap(pathsOf)
}
