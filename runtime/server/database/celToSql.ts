/** Compiles an expression over `row` to SQL. Parts that do not read `row` (`input`, `session`, `now`, literals) are evaluated in JavaScript when a
 *  statement is written and become parameters; so an absent parameter turns `row.x == input.x` into `x IS NULL`, and an index serves the rest.
 *
 *  Means the same as `compileTree`: null is only equal to null, an order with null is false, `!null` is true, arithmetic with null is null. Texts
 *  are ordered by code point (collation "C"). A fault that depends on the data (json of another type than the expression expects) is a test that
 *  does not hold. What SQL cannot say is refused when the platform is built, never at a request.
 *  Two ways to write a condition: `filter` (NULL may stand for false: for WHERE) and `exact` (true or false: below a negation). */
import { compileExpression } from '../../core/expressions/index.ts'
import type { SqlWriter } from './SqlWriter.ts'
import { anyConstant, type ConstantScope, type Mode, type SqlKind } from './sql/fragment.ts'
import { LiteralWriter } from './sql/LiteralWriter.ts'
import { conditionOf } from './sql/logic.ts'
import { type CelToSqlOptions, SqlCompiler } from './sql/SqlCompiler.ts'

export interface SqlExpression {
  /** Kind of the value; `constant` when the row is not read at all. */
  kind: SqlKind
  /** As a condition of WHERE. */
  condition(writer: SqlWriter, scope: ConstantScope): string
  /** As a value, for a select list, ORDER BY or SET. */
  value(writer: SqlWriter, scope: ConstantScope): string
  /** As a condition without parameters, for a table's CHECK. */
  checkSql(): string
}

/** @throws CEL_SQL with details.expression, details.part, details.reason; ExpressionError for what is no expression */
export function celToSql(options: CelToSqlOptions): SqlExpression {
  const fragment = new SqlCompiler(options, 0).compile(compileExpression(options.cel).ast)
  const write = (writer: SqlWriter, scope: ConstantScope, mode: Mode) => fragment.write({ writer, scope }, mode)
  return {
    kind: fragment.kind,
    condition: (writer, scope) => conditionOf(fragment, { writer, scope }, 'filter'),
    value: (writer, scope) => (fragment.kind === 'constant' ? anyConstant(fragment, { writer, scope }) : write(writer, scope, 'exact')),
    // A CHECK lets NULL pass; a rule that is not true must not.
    checkSql: () => conditionOf(fragment, { writer: new LiteralWriter(), scope: {} }, 'exact'),
  }
}
