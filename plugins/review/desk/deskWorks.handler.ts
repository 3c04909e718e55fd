/** The asker's works of one round, by number; titles as the round lets them be seen, and only after the confidentiality agreement. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { missingAgreement } from '../../agreement/currentAgreement.ts'
import { telltalesOf } from '../blind/telltales.ts'
import { withoutTelltales } from '../blind/withoutTelltales.ts'
import { judgedColumn } from '../judged/judgedText.ts'
import { phaseOf } from '../round.ts'
import { isBlind, shownAssignments } from './ownAssignment.ts'

const NOTHING = { list: [], total: 0 }

export default defineHandler('review.deskWorks', async ({ roundId, state, pageNum = 1, pageSize = 20 }, context) => {
  const paged = { pageNum, pageSize }
  let found = shownAssignments(context, context.session.userId!).where('a.roundId', '=', roundId)
  if (state !== undefined) found = found.where('a.state', '=', state)
  const counted = await found
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .select(['r.competitionId', 'r.opensAt', 'r.closesAt', 'r.graceMinutes', 'r.frozenAt', 'r.hideAuthor', 'r.hideSchool', 'r.hideTeam'])
    .groupBy('r.id')
    .executeTakeFirst()
  if (!counted || phaseOf(counted, context.now) === 'planned') return { ...NOTHING, ...paged }
  const withheld = (await missingAgreement('expert', { competitionId: counted.competitionId }, context)) !== null
  const rows = await found
    .innerJoin('competition_event as e', 'e.id', 'w.eventId')
    .leftJoin('review_pin as p', (join) => join.onRef('p.workId', '=', 'w.id').onRef('p.roundId', '=', 'a.roundId'))
    .leftJoin('work_version as v', 'v.id', 'p.versionId')
    .select(['a.id', 'a.number', 'a.state', 'a.total', 'a.submittedAt', 'a.recusedReason as reason'])
    .select(['w.registrationId', 'e.title as event', judgedColumn<string>('title').as('title')])
    .orderBy('a.number')
    .orderBy('a.id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const telltales = await telltalesOf(
    rows.map(({ registrationId }) => registrationId),
    counted,
    context,
  )
  const list = rows.map(({ registrationId, submittedAt, total, title, event, ...row }) => ({
    ...row,
    event: withheld ? null : (event as LocalText),
    title:
      withheld || row.state === 'recused' ? null : withoutTelltales(title, isBlind(counted) ? (telltales.get(registrationId) ?? []) : null),
    total: total === null ? null : Number(total),
    submittedAt: submittedAt === null ? null : new Date(submittedAt).toISOString(),
  }))
  return { list, total: Number(counted.total), ...paged }
})
