/** Changes the organiser's settings for experts; absent ones stay. All of them, or none. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { lockExpert, ofExpert } from './panel.ts'

export default defineHandler('review.changeExperts', async ({ ids, ...rules }, context) => {
  const wanted = [...new Set(ids)].sort((one, other) => Number(one) - Number(other))
  for (const id of wanted) {
    const row = await lockExpert(id, context)
    const { minLoad = row.minLoad, maxLoad = row.maxLoad } = rules
    if (maxLoad !== null && minLoad > maxLoad) return context.fail('REVIEW_LOAD', { name: row.name })
    await context.rows.save('review.expert', row, rules, ofExpert(row))
  }
  return { changed: wanted.length }
})
