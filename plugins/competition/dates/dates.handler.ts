import { defineHandler } from '../../../runtime/core/contracts.ts'
import { datesOf } from './datesOf.ts'

export default defineHandler('competition.dates', async ({ pageNum = 1, pageSize = 20 }, context) => {
  const all = await datesOf(context.session.userId!, context)
  const shown = all.slice((pageNum - 1) * pageSize, pageNum * pageSize)
  const list = shown.map(({ id, competition, title, at, until, entered }) => ({
    ...{ id: `${competition.id}-${id}`, competitionId: competition.id },
    ...{ competition: competition.title, what: title, at, until, entered },
  }))
  return { list, total: all.length }
})
