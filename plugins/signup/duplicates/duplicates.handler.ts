import { defineHandler } from '../../../runtime/core/contracts.ts'
import { duplicatePairs } from './duplicatePairs.ts'

const PAGE_SIZE = 20

export default defineHandler('signup.duplicates', async ({ competitionId, pageNum = 1, pageSize = PAGE_SIZE }, context) => {
  const pairs = await duplicatePairs(competitionId, context)
  const shown = pairs.slice((pageNum - 1) * pageSize, pageNum * pageSize)
  const ids = [...new Set(shown.flatMap(({ firstId, secondId }) => [firstId, secondId]))]
  const rows = ids.length === 0 ? [] : await ofIds(ids, context.db)
  const of = new Map(rows.map((row) => [row.id, row]))
  const list = shown.map(({ firstId, secondId, kinds }) => {
    const [first, second] = [of.get(firstId)!, of.get(secondId)!]
    return {
      ...{ id: `${firstId}-${secondId}`, kinds, firstId, secondId },
      ...{ first: first.displayName, firstSchool: first.school, firstStatus: first.status },
      ...{ second: second.displayName, secondSchool: second.school, secondStatus: second.status },
    }
  })
  return { list, total: pairs.length }
})

function ofIds(ids: readonly string[], db: Parameters<typeof duplicatePairs>[1]['db']) {
  return db
    .selectFrom('signup_registration')
    .select(['id', 'displayName', 'school', 'status'])
    .where('id', 'in', [...ids])
    .execute()
}
