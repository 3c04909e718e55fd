/** Looks for anomalies now, for the organiser. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { findAnomalies } from './findAnomalies.ts'

export default defineHandler('vote.scan', async ({ competitionId }, context) => {
  await context.lock('voteScan', competitionId)
  const setting = context.db.selectFrom('vote_setting').select(['id', 'organisationId']).where('competitionId', '=', competitionId)
  const { id, organisationId } = (await setting.executeTakeFirst()) ?? context.fail('VOTE_NONE')
  const found = await findAnomalies(competitionId, context)
  await context.rows.record({ entity: 'vote.setting', rowId: id, before: null, after: { found }, of: { competitionId, organisationId } })
  return { found }
})
