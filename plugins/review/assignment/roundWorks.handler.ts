/** Works of a round, a page at a time: those that miss most reviews first, or in an order that assigning does not change. */

import { defineHandler } from '../../../runtime/core/contracts.ts'
import { searchForm } from '../../../runtime/core/values/normaliseText.ts'
import { eventTitles } from '../../competition/event/eventTitles.ts'
import { assertMaySet, readRound } from '../round.ts'
import { type AssignedWork, assignedWorks } from './assignedWorks.ts'
import { conflictsOf, pairKey, panelOf } from './roundPanel.ts'
import { namesOf } from './shownNames.ts'

const PAGE = 20

export default defineHandler('review.roundWorks', async (input, context) => {
  const { roundId, search, eventId, missing, userId, order = 'missing', pageNum = 1, pageSize = PAGE } = input
  const round = await readRound(roundId, context)
  await assertMaySet(round.competitionId, context)
  const wanted = searchForm(search ?? '')
  const isWanted = (work: AssignedWork) =>
    (eventId === undefined || work.eventId === eventId) &&
    (!missing || work.missing > 0) &&
    (userId === undefined || work.experts.some((expert) => expert.userId === userId)) &&
    (!wanted ||
      [work.title, work.displayName, work.school, String(work.number ?? '')].some((text) => searchForm(text ?? '').includes(wanted)))
  const works = await assignedWorks(round, context)
  const found = works.filter(isWanted)
  // they come in the order of their ids
  if (order === 'missing') found.sort((one, other) => other.missing - one.missing)
  const page = found.slice((pageNum - 1) * pageSize, pageNum * pageSize)
  const names = await namesOf(
    page.flatMap(({ experts }) => experts.map((expert) => expert.userId)),
    context,
  )
  const events = await eventTitles(round.competitionId, context)
  const [conflicts, panel] = [await conflictsOf(round.competitionId, context), await panelOf(round, context)]
  return {
    list: page.map(({ introduction: _, experts, keywords: __, ...work }) => ({
      id: work.workId,
      ...work,
      event: events.get(work.eventId) ?? null,
      needed: round.reviewsPerWork,
      inConflict: panel.filter((member) => conflicts.has(pairKey(work.workId, member.userId))).map((member) => member.userId),
      experts: experts.map(({ conflict: _c, ...expert }) => ({ ...expert, name: names.get(expert.userId) ?? '' })),
    })),
    total: found.length,
    pageNum,
    pageSize,
    missing: works.reduce((sum, work) => sum + work.missing, 0),
  }
})
