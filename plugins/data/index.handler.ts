/** The index of schools, with rank, percentile, its parts by level, and what the next rank needs. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { LEVELS, type Level, readRule } from './indexRule.ts'
import { scoredSchools } from './scoredSchools.ts'

export default defineHandler('data.index', async (input, context) => {
  const rule = await readRule(context)
  const weights = Object.fromEntries(LEVELS.map((level) => [level, input[level] ?? rule[level]])) as Record<Level, number>
  const scored = await scoredSchools({ ...rule, ...weights }, input.year, context)
  const ranked = scored.map((row) => {
    const next = scored[row.rank - 2]
    const toNext = next ? next.points - row.points : null
    return { ...row, percentile: share(scored.length - row.rank, scored.length - 1), toNext, needs: needsOf(toNext, weights) }
  })
  const chosen = input.schools ? new Set(input.schools.split(',')) : null
  const list = ranked.filter(
    ({ id, organisationId }) => (chosen === null || chosen.has(id)) && (input.own !== true || organisationId === input.viewerId),
  )
  const { pageNum = 1, pageSize = 20 } = input
  const shown = list.slice((pageNum - 1) * pageSize, pageNum * pageSize).map(({ organisationId: _, ...row }) => row)
  return { list: shown, total: list.length, weights }
})

/** How many awards of each level, and of nothing else, reach the next rank; null where that does not move it. */
function needsOf(toNext: number | null, weights: Record<Level, number>): Record<Level, number | null> {
  const needed = (weight: number) => (toNext === null || weight <= 0 ? null : Math.ceil(toNext / weight))
  return Object.fromEntries(LEVELS.map((level) => [level, needed(weights[level])])) as Record<Level, number | null>
}

/** Share of the others that are behind; 1 for the only one. */
function share(behind: number, others: number): number {
  return others <= 0 ? 1 : behind / others
}
