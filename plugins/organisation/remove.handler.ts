/** Deletes an organisation that nothing depends on; otherwise the error says what does. Rights given on it are deleted too. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'

/** What prevents the deletion, in the order in which it is best removed. */
const IN_THE_WAY = [
  { table: 'organisation_organisation', column: 'superiorId', error: 'ORGANISATION_SUBORDINATES' },
  { table: 'competition_competition', column: 'organisationId', error: 'ORGANISATION_COMPETITIONS' },
  { table: 'signup_registration', column: 'organisationId', error: 'ORGANISATION_REGISTRATIONS' },
  { table: 'organisation_member', column: 'organisationId', error: 'ORGANISATION_MEMBERS' },
] as const

export default defineHandler('organisation.remove', async ({ id }, context) => {
  const { db, lock, rows, fail } = context
  // nothing is put below it meanwhile
  await lock('organisationTree', '')
  const row = await context.rows.get('organisation.organisation', id, { lock: true })
  for (const { table, column, error } of IN_THE_WAY) {
    const found = await db.selectFrom(table).select('id').where(column, '=', id).executeTakeFirst()
    if (found) return fail(error)
  }
  await takeGrants(id, context)
  await rows.remove('organisation.organisation', row)
  return { id }
})

async function takeGrants(objectId: string, { db, people, rows }: HandlerContext): Promise<void> {
  const grants = await db
    .selectFrom('account_grant')
    .select(['id', 'userId', 'role', 'scope', 'objectId'])
    .where('scope', '=', 'organisation')
    .where('objectId', '=', objectId)
    .forUpdate()
    .execute()
  for (const grant of grants) {
    people.sessions.changed(grant.userId)
    await rows.remove('account.grant', grant)
  }
}
