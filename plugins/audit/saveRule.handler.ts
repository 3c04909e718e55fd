/** Sets the rule of audit of an organisation and of those below it that have none of their own. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertSetsRule } from './setRule.ts'

export default defineHandler('audit.saveRule', async ({ organisationId, ...values }, context) => {
  await assertSetsRule(organisationId, context)
  await context.lock('auditRule', organisationId)
  const before = await context.db.selectFrom('audit_rule').selectAll().where('organisationId', '=', organisationId).executeTakeFirst()
  if (!before) return { id: await context.add('audit.rule', { organisationId, ...values }) }
  await context.change('audit.rule', before, values)
  return { id: before.id }
})
