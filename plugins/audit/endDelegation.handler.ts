/** Ends a delegation immediately: by the organisation that gave it, or by the person who has it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { ownOrganisations } from './duties.ts'

export default defineHandler('audit.endDelegation', async ({ id }, context) => {
  const { db, session, now, rows, fail } = context
  const row = await db.selectFrom('audit_delegation').selectAll().where('id', '=', id).where('endedAt', 'is', null).executeTakeFirst()
  const own = await ownOrganisations(context)
  const mayEnd = row && (own === null || own.includes(row.organisationId) || row.userId === session.userId)
  if (!mayEnd) return fail('NOT_FOUND', { entity: 'audit.delegation', id })
  await rows.save('audit.delegation', row, { endedAt: now.toISOString() })
  return { id }
})
