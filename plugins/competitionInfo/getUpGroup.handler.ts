/** The stages that a submission of a competition would go through, the lowest first, with the number of approvers of each. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { organisationApprovers } from '../audit/approvers.ts'
import { readStanding } from '../audit/standing.ts'

export default defineHandler('competitionInfo.getUpGroup', async ({ competitionId }, context) => {
  const { chain, rule } = await readStanding(competitionId, context)
  const list = []
  for (const [index, organisationId] of chain.entries()) {
    const query = context.db.selectFrom('organisation_organisation').select(['name', 'kind']).where('id', '=', organisationId)
    const { name, kind } = await query.executeTakeFirstOrThrow()
    const auditors = (await organisationApprovers(organisationId, context)).length
    list.push({ position: index + 1, organisationId, name, kind, auditors })
  }
  const { mode, deadlineDays, onDeadline } = rule
  return { mode, deadlineDays, onDeadline, list }
})
