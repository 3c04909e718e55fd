/** Works of a round with how their reviews are spread: those furthest apart first. */

import { defineHandler } from '../../../runtime/core/contracts.ts'
import { searchForm } from '../../../runtime/core/values/normaliseText.ts'
import { eventTitles } from '../../competition/event/eventTitles.ts'
import { boardRound } from './boardRound.ts'
import { type BoardWork, readBoard } from './readBoard.ts'
import { sortedPage } from './sortedPage.ts'

export default defineHandler(
  'review.boardWorks',
  async ({ search, eventId, flagged, incomplete, changed, sort = '-range', ...input }, context) => {
    const round = await boardRound(input, context)
    const wanted = searchForm(search ?? '')
    const isWanted = (work: BoardWork) =>
      (eventId === undefined || work.eventId === eventId) &&
      (!flagged || work.flagged) &&
      (!incomplete || work.missing > 0) &&
      (!changed || work.changed) &&
      (!wanted || [work.title, work.displayName, String(work.number ?? '')].some((text) => searchForm(text).includes(wanted)))
    const works = (await readBoard(round, context)).filter(isWanted)
    const { list, ...page } = sortedPage(works, { ...input, sort })
    const events = await eventTitles(round.competitionId, context)
    return {
      list: list.map(({ introduction: _, keywords: __, school: ___, experts: ____, ...work }) => ({
        id: work.workId,
        ...work,
        needed: round.reviewsPerWork,
        event: events.get(work.eventId) ?? null,
      })),
      ...page,
    }
  },
)
