/** The rule of the index: points of an award are the weight of its level times the factors of its type and prize. */
import { type RawBuilder, sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { Row } from '../generated/tables.ts'

export const LEVELS = ['international', 'national', 'regional', 'provincial', 'other'] as const
export type Level = (typeof LEVELS)[number]
const TYPES = ['A', 'B', 'C', 'D', 'E'] as const
const PRIZES = ['special', 'first', 'second', 'third', 'excellent'] as const

type Factors = `type${(typeof TYPES)[number]}` | (typeof PRIZES)[number] | 'otherPrize'
export type IndexRule = Pick<Row<'data_rule'>, Level> & Partial<Pick<Row<'data_rule'>, Factors>>

/** @param id  of a rule; without one the rule that was published last, or the default weights. @throws NOT_FOUND */
export async function readRule({ rows, db, documents }: HandlerContext, id?: string): Promise<IndexRule> {
  if (id !== undefined) return rows.get('data.rule', id)
  const last = await db
    .selectFrom('data_rule')
    .selectAll()
    .where('state', '=', 'published')
    .orderBy('publishedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (last as IndexRule | undefined) ?? documents.settings('data.weights')
}

/** Whether awards of one level differ by type or prize. */
export function hasFactors(rule: IndexRule): boolean {
  return [...TYPES.map((type) => rule[`type${type}`]), ...PRIZES.map((prize) => rule[prize]), rule.otherPrize].some(
    (factor) => (factor ?? 1) !== 1,
  )
}

/** Points of one award of a row `e`, in SQL. Company competitions and those without a level count as other. @param of  `level`: its level alone */
export function pointsOf(rule: IndexRule, { of }: { of?: 'level' } = {}): RawBuilder<number> {
  const chosen = (column: string, values: readonly (readonly [string, number])[], other: number) =>
    sql<number>`CASE ${sql.join(
      values.map(([code, factor]) => sql`WHEN ${sql.ref(`e.${column}`)} = ${code} THEN ${factor}::double precision`),
      sql` `,
    )} ELSE ${other}::double precision END`
  const levels = LEVELS.filter((level) => level !== 'other').map((level) => [level, rule[level]] as const)
  const byLevel = chosen('level', levels, rule.other)
  if (of === 'level') return byLevel
  const types = TYPES.map((type) => [type, rule[`type${type}`] ?? 1] as const)
  const prizes = PRIZES.map((prize) => [prize, rule[prize] ?? 1] as const)
  return sql<number>`(${byLevel} * ${chosen('type', types, 1)} * ${chosen('prize', prizes, rule.otherPrize ?? 1)})`
}
