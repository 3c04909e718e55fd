/** Username and email of one expert in full. The operation log records the viewer and the reason before the reply is sent. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { expertGrants } from './expertGrants.ts'

export default defineHandler('account.revealExpert', async ({ id, reason }, context) => {
  const row = await expertGrants(context, 'manageExpertAccount')
    .select(['u.name', 'u.userName', 'u.email'])
    .where('u.id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (!row) return context.fail('NOT_FOUND', { entity: 'account.user', id })
  const revealed = ['userName', 'email'].filter((field) => row[field as keyof typeof row] !== null)
  await context.record({ entity: 'account.user', rowId: id, before: null, after: { revealed }, reason })
  return { id, name: row.name, userName: row.userName, email: row.email }
})
