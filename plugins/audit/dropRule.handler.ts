/** Removes an organisation's own rule: the rule of its parent is then in force. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertSetsRule } from './setRule.ts'

export default defineHandler('audit.dropRule', async ({ organisationId }, context) => {
  await assertSetsRule(organisationId, context)
  const row = await context.db
    .selectFrom('audit_rule')
    .selectAll()
    .where('organisationId', '=', organisationId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return context.fail('NOT_FOUND', { entity: 'audit.rule', id: organisationId })
  await context.rows.remove('audit.rule', row)
  return { organisationId }
})
