/** The facts, the information and the card of one competition. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { storedAnswers } from './store.ts'

const FACTS = [
  'level',
  'type',
  'mode',
  'signupStart',
  'signupEnd',
  'competitionStart',
  'competitionEnd',
  'published',
  'auditState',
] as const

export default defineHandler('competitionInfo.getInfo', async ({ competitionId }, context) => {
  const { db, fail } = context
  const row = await db
    .selectFrom('competition_competition as c')
    .innerJoin('organisation_organisation as o', 'o.id', 'c.organisationId')
    .select(['c.title', 'o.name as organisation', ...FACTS.map((name) => `c.${name}` as const)])
    .where('c.id', '=', competitionId)
    .executeTakeFirst()
  if (!row) return fail('NOT_FOUND', { entity: 'competition.competition', id: competitionId })
  return {
    ...row,
    competitionId,
    info: await storedAnswers('competitionInfo.info', competitionId, context),
    card: await storedAnswers('competitionInfo.card', competitionId, context),
  }
})
