/** Adds an account, by user name, phone or email, to an organisation. Gives no right: rights are granted apart from it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { findAccount, normaliseAccount } from '../account/findAccount.ts'

interface Input {
  organisationId: string
  account: string
  position?: string
}

export default defineHandler<Input>('organisation.addMember', async ({ organisationId, account, position }, { db, record, fail }) => {
  const found = await findAccount(db, normaliseAccount(account))
  if (!found) return fail('NOT_FOUND', { entity: 'account.user', id: account })
  const values = { organisationId, userId: found.id, position: position ?? null }
  const { id } = await db.insertInto('organisation_member').values(values).returning('id').executeTakeFirstOrThrow()
  await record({ entity: 'organisation.member', rowId: id, before: null, after: values })
  return { id }
})
