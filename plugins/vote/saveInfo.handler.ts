/** Saves how a competition votes: the first time a row, then changes of it. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { VotingRules } from './votingRules.ts'

type Answers = Pick<VotingRules, 'opensAt' | 'closesAt' | 'who' | 'perPerson'> &
  Partial<Pick<VotingRules, 'perDay' | 'perEvent' | 'perNetwork' | 'takeBack' | 'resultsAt' | 'note'>>

export default defineHandler('vote.saveInfo', async ({ competitionId, revision, answers: sent }, context) => {
  const { db } = context
  const before = await db.selectFrom('vote_setting').selectAll().where('competitionId', '=', competitionId).executeTakeFirst()
  if (revision !== undefined && revision !== (before?.revision ?? 0))
    return context.fail('COMPETITION_CHANGED', { revision: before?.revision ?? 0 })
  const { answers } = await context.documents.forms.submit({ id: 'vote.settings' }, sent)
  const change = columnsOf(answers)
  if (change.opensAt >= change.closesAt) return context.fail('VOTE_WINDOW')
  if (!before) {
    const values = { ...change, competitionId, organisationId: await organiserOf(competitionId, context) }
    return { id: await context.rows.create('vote.setting', values), revision: 1 }
  }
  const next = before.revision + 1
  const { organisationId } = before
  await context.rows.save('vote.setting', before, { ...change, revision: next }, { of: { organisationId, competitionId } })
  return { id: before.id, revision: next }
})

function columnsOf({ opensAt, closesAt, who, perPerson, ...more }: Answers) {
  const { perDay = null, perEvent = null, perNetwork = null, takeBack: mayWithdraw = false, resultsAt = null, note = null } = more
  return {
    opensAt,
    closesAt,
    who,
    perPerson,
    perDay,
    perEvent,
    perNetwork: who === 'all' ? perNetwork : null,
    takeBack: mayWithdraw,
    resultsAt,
    note,
  }
}

async function organiserOf(competitionId: string, { db, fail }: HandlerContext): Promise<string> {
  const row = await db
    .selectFrom('competition_competition')
    .select('organisationId')
    .where('id', '=', competitionId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row?.organisationId ?? fail('NOT_FOUND', { entity: 'competition.competition', id: competitionId })
}
