/** Opens an account for a participant and signs in. The phone or email is the account; whether somebody has it is decided by the unique columns, so
 *  that two registrations at once cannot both win. */
import { defineHandler, type SignedIn } from '../../runtime/core/contracts.ts'
import { findAccount, normaliseAccount } from './findAccount.ts'

interface Registration {
  name: string
  account: string
  password: string
}

export default defineHandler<Registration, SignedIn>('account.register', async (input, { db, sessions, record, lock, fail }) => {
  const account = normaliseAccount(input.account)
  await lock('account', account)
  if (await findAccount(db, account)) return fail('ACCOUNT_TAKEN')
  const contact = account.includes('@') ? { email: account } : { phone: account }
  const values = { userName: account, name: input.name.trim(), ...contact }
  const row = await db
    .insertInto('account_user')
    .values({ ...values, passwordHash: await sessions.hashPassword(input.password) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record({ entity: 'account.user', rowId: row.id, before: null, after: values })
  return sessions.open(row.id)
})
