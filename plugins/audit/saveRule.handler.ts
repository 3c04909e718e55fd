/** Sets the approval rule of an organisation; it also applies to subordinate organisations without a rule of their own. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertSetsRule } from './setRule.ts'

export default defineHandler('audit.saveRule', async ({ organisationId, ...values }, context) => {
  await assertSetsRule(organisationId, context)
  await context.lock('auditRule', organisationId)
  const before = await context.db.selectFrom('audit_rule').selectAll().where('organisationId', '=', organisationId).executeTakeFirst()
  if (!before) return { id: await context.rows.create('audit.rule', { organisationId, ...values }) }
  await context.rows.save('audit.rule', before, values)
  return { id: before.id }
})
