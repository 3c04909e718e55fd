/** Conditions of survey documents (`{group} = 'a' and {members} notempty`) -> rules. A parser of our own for the part of that language that rules have
 *  words for; null for the rest. */

import type { RuleLiteral, RuleOperator, VisualRule } from '../../visualRule.ts'
import { ownOf } from '../reading.ts'

/** What a name of the condition means here; null when it is nothing of the form. */
export type SurveyField = (name: string) => { field: string; isList: boolean } | null

export function surveyCondition(source: string, fieldOf: SurveyField): VisualRule | null {
  const tokens = tokensOf(source)
  if (!tokens) return null
  const reader = new Reader(tokens, fieldOf)
  const rule = reader.any()
  return reader.isDone ? rule : null
}

type Token = { kind: 'name' | 'word' | 'sign'; text: string } | { kind: 'value'; value: RuleLiteral }

const TOKEN =
  /\s*(?:\{(?<name>[^{}]+)\}|'(?<single>(?:[^'\\]|\\.)*)'|"(?<double>(?:[^"\\]|\\.)*)"|(?<number>-?\d+(?:\.\d+)?)(?![\w.])|(?<sign><=|>=|<>|!=|==|&&|\|\||[=<>()[\],!])|(?<word>[A-Za-z_]\w*))/y

function tokensOf(source: string): Token[] | null {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (let at = 0; source.slice(at).trim() !== ''; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const groups = TOKEN.exec(source)?.groups
    if (!groups) return null
    const { name, single, double, number, sign, word } = groups
    if (name !== undefined) tokens.push({ kind: 'name', text: name.trim() })
    else if (number !== undefined) tokens.push({ kind: 'value', value: Number(number) })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign })
    else if (word === 'true' || word === 'false') tokens.push({ kind: 'value', value: word === 'true' })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word.toLowerCase() })
    else tokens.push({ kind: 'value', value: (single ?? double ?? '').replaceAll(/\\(.)/g, '$1') })
  }
  return tokens
}

const COMPARISONS: Record<string, RuleOperator> = {
  '=': 'equals',
  '==': 'equals',
  equal: 'equals',
  '!=': 'notEquals',
  '<>': 'notEquals',
  notequal: 'notEquals',
  '<': 'less',
  less: 'less',
  '<=': 'atMost',
  lessorequal: 'atMost',
  '>': 'more',
  greater: 'more',
  '>=': 'atLeast',
  greaterorequal: 'atLeast',
}

/** The same with its sides exchanged. */
const TURNED: Partial<Record<RuleOperator | '', RuleOperator>> = {
  equals: 'equals',
  notEquals: 'notEquals',
  less: 'more',
  more: 'less',
  atMost: 'atLeast',
  atLeast: 'atMost',
}

class Reader {
  private readonly tokens: readonly Token[]
  private readonly fieldOf: SurveyField
  private at = 0
  constructor(tokens: readonly Token[], fieldOf: SurveyField) {
    this.tokens = tokens
    this.fieldOf = fieldOf
  }

  get isDone(): boolean {
    return this.at === this.tokens.length
  }

  any(): VisualRule | null {
    return this.group('any', ['or', '||'], () => this.all())
  }

  private all(): VisualRule | null {
    return this.group('all', ['and', '&&'], () => this.one())
  }

  private group(join: 'all' | 'any', signs: readonly string[], read: () => VisualRule | null): VisualRule | null {
    const rules = [read()]
    while (signs.includes(this.text())) {
      this.at += 1
      rules.push(read())
    }
    const sure = rules.filter((rule) => rule !== null)
    if (sure.length !== rules.length) return null
    if (sure.length === 1) return sure[0]!
    return join === 'all' ? { all: sure } : { any: sure }
  }

  private one(): VisualRule | null {
    if (this.text() === '!' || this.text() === 'not') {
      this.at += 1
      const inner = this.one()
      return inner && { not: [inner] }
    }
    if (this.text() !== '(') return this.comparison()
    this.at += 1
    const inner = this.any()
    if (this.text() !== ')') return null
    this.at += 1
    return inner
  }

  private comparison(): VisualRule | null {
    const first = this.tokens[this.at]
    if (first?.kind === 'value') return this.turned(first.value)
    if (first?.kind !== 'name') return null
    const found = this.fieldOf(first.text)
    if (!found) return null
    this.at += 1
    const { field, isList } = found
    const sign = this.text()
    if (sign === 'notempty' || sign === 'empty') {
      this.at += 1
      return { field, op: sign === 'empty' ? 'unanswered' : 'answered' }
    }
    const op = ownOf(COMPARISONS, sign)
    if (op) return this.compared(field, isList, op)
    if (['contains', 'contain', 'notcontains', 'notcontain', 'anyof', 'allof', 'noneof'].includes(sign))
      return this.membership(field, isList, sign)
    // a name alone: answered with yes
    return { field, op: 'equals', value: true }
  }

  /** A value before the field: `'a' = {group}`, `'a' anyof {topics}`. */
  private turned(value: RuleLiteral): VisualRule | null {
    this.at += 1
    const sign = this.text()
    const op = ownOf(TURNED, ownOf(COMPARISONS, sign) ?? '')
    const right = this.tokens[this.at + 1]
    const found = right?.kind === 'name' ? this.fieldOf(right.text) : null
    if (!found) return null
    this.at += 2
    if (op) return found.isList ? null : { field: found.field, op, value }
    if (!found.isList || !['anyof', 'noneof'].includes(sign)) return null
    return { field: found.field, op: sign === 'anyof' ? 'includes' : 'includesNot', value }
  }

  private compared(field: string, isList: boolean, op: RuleOperator): VisualRule | null {
    this.at += 1
    const right = this.tokens[this.at]
    if (right?.kind === 'value') {
      this.at += 1
      return isList ? null : { field, op, value: right.value }
    }
    const other = right?.kind === 'name' ? this.fieldOf(right.text) : null
    if (!other || isList || other.isList) return null
    this.at += 1
    return { field, op, value: { field: other.field } }
  }

  private membership(field: string, isList: boolean, sign: string): VisualRule | null {
    this.at += 1
    const values = this.values()
    if (!values || values.length === 0) return null
    if (sign === 'anyof') return { field, op: isList ? 'includesAny' : 'oneOf', value: values }
    if (sign === 'noneof') return isList ? { not: [{ field, op: 'includesAny', value: values }] } : { field, op: 'noneOf', value: values }
    if (sign === 'allof') return isList ? { field, op: 'includesAll', value: values } : null
    const isNot = sign.startsWith('not')
    if (isList)
      return values.length === 1
        ? { field, op: isNot ? 'includesNot' : 'includes', value: values[0]! }
        : { field, op: 'includesAll', value: values }
    return typeof values[0] === 'string' && values.length === 1 ? { field, op: isNot ? 'containsNot' : 'contains', value: values[0] } : null
  }

  private values(): RuleLiteral[] | null {
    const first = this.tokens[this.at]
    if (first?.kind === 'value') {
      this.at += 1
      return [first.value]
    }
    if (this.text() !== '[') return null
    const values: RuleLiteral[] = []
    for (this.at += 1; this.text() !== ']'; this.at += 1) {
      const token = this.tokens[this.at]
      if (token?.kind === 'value') values.push(token.value)
      else if (this.text() !== ',') return null
    }
    this.at += 1
    return values
  }

  /** The word or sign that comes next; `''` for a name, a value or the end. */
  private text(): string {
    const token = this.tokens[this.at]
    return token?.kind === 'word' || token?.kind === 'sign' ? token.text : ''
  }
}
