/** Whether certificates of a competition are approved by organisations above, which, and which organisation set that. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { approversOf } from './approversOf.ts'

export default defineHandler('certificate.approvalPermission', async ({ competitionId }, context) => {
  await context.call('certificate.mayIssue', { id: competitionId })
  const { rule, chain } = await approversOf(competitionId, context)
  const ids = [...chain, ...(rule.organisationId === null ? [] : [rule.organisationId])]
  const rows =
    ids.length === 0 ? [] : await context.db.selectFrom('organisation_organisation').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return {
    demanded: chain.length > 0,
    setBy: (chain.length > 0 && rule.organisationId !== null && names.get(rule.organisationId)) || null,
    deadlineDays: rule.deadlineDays,
    auditors: chain.map((organisationId) => ({ organisationId, organisation: names.get(organisationId)! })),
  }
})
