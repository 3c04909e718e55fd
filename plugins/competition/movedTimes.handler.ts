/** The times that a copy would have, before it is made. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { readCompetition } from './competition.ts'
import { leftOut } from './leftOut.ts'
import { moveBy } from './movedTime.ts'
import { isoOf, readMilestones, WINDOW_FIELDS } from './times.ts'

export default defineHandler('competition.movedTimes', async ({ competitionId, ...distance }, context) => {
  const row = await readCompetition(context, competitionId)
  const move = moveBy(distance)
  const { fields } = context.platform.get('entity', 'competition.competition')
  const windows = WINDOW_FIELDS.map((name) => ({ title: fields[name]!.title as LocalText, at: isoOf(row[name]) }))
  const milestones = (await readMilestones(context, competitionId)).map(({ title, at }) => ({ title, at: isoOf(at) }))
  const list = [...windows, ...milestones].flatMap(({ title, at }) =>
    at === null ? [] : [{ title, before: at, after: move(at, 'datetime') }],
  )
  return { list, left: await leftOut(competitionId, context) }
})
