/** Sets the rule of audit of an organisation and of those below it that have none of their own. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertSetsRule } from './setRule.ts'

export default defineHandler('audit.saveRule', async ({ organisationId, ...values }, context) => {
  await assertSetsRule(organisationId, context)
  const before = await context.db.selectFrom('audit_rule').selectAll().where('organisationId', '=', organisationId).executeTakeFirst()
  const { id } = await context.db
    .insertInto('audit_rule')
    .values({ organisationId, ...values })
    .onConflict((conflict) => conflict.column('organisationId').doUpdateSet({ ...values, updatedAt: context.now.toISOString() }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await context.record({ entity: 'audit.rule', rowId: id, before: before ?? null, after: { organisationId, ...values } })
  return { id }
})
