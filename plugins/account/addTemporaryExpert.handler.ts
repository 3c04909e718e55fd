/** Opens an expert's account with an end, on one competition. Its password is shown once, here, and stored nowhere but as its hash. */
import { randomBytes, randomInt } from 'node:crypto'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { codesBeyond } from './mayGrant.ts'

interface Input {
  name: string
  competitionId: string
  expiresAt: string
}
const EXPERT = 'account.expert'
const SPECIAL = '!@#$%&*'

export default defineHandler<Input>('account.addTemporaryExpert', async ({ name, competitionId, expiresAt }, context) => {
  const { db, now, session, sessions, record, fail } = context
  const place = { scope: 'competition', objectId: competitionId }
  if ((await codesBeyond(['manageTemporaryExpert'], place, context)).length > 0) return fail('PERMISSION_DENIED')
  const end = new Date(expiresAt)
  if (end <= now) return fail('EXPERT_END')
  const userName = `expert-${randomBytes(4).toString('hex')}`
  const password = `${randomBytes(9).toString('base64url')}${SPECIAL[randomInt(SPECIAL.length)]}${randomInt(10)}a`
  const values = { name: name.trim(), userName, expiresAt: end.toISOString() }
  const { id } = await db
    .insertInto('account_user')
    .values({ ...values, passwordHash: await sessions.hashPassword(password) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('account_grant')
    .values({ userId: id, role: EXPERT, ...place, grantedBy: session.userId })
    .execute()
  await record({ entity: 'account.user', rowId: id, before: null, after: { ...values, role: EXPERT, ...place } })
  return { id, userName, password, expiresAt: end.toISOString() }
})
