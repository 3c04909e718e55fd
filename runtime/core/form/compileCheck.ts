/** A rule between answers, and the answers without which it says nothing. */
import type { Cel, Text } from '../documents.ts'
import { type Ast, childrenOf, pathOf } from '../expressions/ast.ts'
import { parseExpression } from '../expressions/parseExpression.ts'
import { compileRule, type Rule } from './compileRule.ts'

/** A rule that is reported at one field. */
export interface FieldCheck {
  readonly must: Rule
  /** Expressions of the answers that must be there: all that it reads, but those that it compares with null itself. */
  readonly needed: readonly string[]
  readonly message: Text
}

/** Not answers: there whether or not anything was filled in. */
const GIVEN: readonly string[] = ['context', 'session', 'now']

/** @throws ExpressionError when the rule does not parse */
export function compileCheck({ must, message }: { must: Cel; message: Text }): FieldCheck {
  const rule = compileRule(must.cel)
  const judged = new Set(comparedWithNull(parseExpression(must.cel)))
  const read = rule.references.filter(([name]) => !GIVEN.includes(name!)).map((path) => path.join('.'))
  return { must: rule, needed: read.filter((path) => !judged.has(path)), message }
}

function comparedWithNull(ast: Ast): string[] {
  const isCompared = ast.kind === 'binary' && (ast.op === '==' || ast.op === '!=') && (isNull(ast.left) || isNull(ast.right))
  const own = isCompared ? [ast.left, ast.right].flatMap((side) => pathOf(side)?.join('.') ?? []) : []
  return [...own, ...childrenOf(ast).flatMap(comparedWithNull)]
}

function isNull(ast: Ast): boolean {
  return ast.kind === 'literal' && ast.value === null
}
