/** What a rule would change before it is published: the rank of each school by the rule that counts and by this one, those that move furthest first. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readRule } from './indexRule.ts'
import { scoredSchools } from './scoredSchools.ts'

export default defineHandler('data.ruleMoves', async ({ id, year, pageNum = 1, pageSize = 20 }, context) => {
  const now = await scoredSchools(await readRule(context), year, context)
  const then = new Map((await scoredSchools(await readRule(context, id), year, context)).map((school) => [school.id, school]))
  const moves = now.map(({ id: school, school: name, rank, points }) => {
    const after = then.get(school)!
    return {
      id: school,
      school: name,
      before: rank,
      after: after.rank,
      moved: rank - after.rank,
      pointsBefore: points,
      pointsAfter: after.points,
    }
  })
  const list = moves.toSorted((one, other) => Math.abs(other.moved) - Math.abs(one.moved) || one.before - other.before)
  const moving = moves.filter(({ moved }) => moved !== 0).length
  return { list: list.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: list.length, moving }
})
