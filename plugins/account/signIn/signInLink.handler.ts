/** Tells whose one-time link it is, without using it. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { objectName } from '../grants/identityOptions.ts'
import { readLink } from './signInLink.ts'

export default defineHandler('account.signInLink', async ({ link }, context) => {
  const found = await readLink(context, link)
  if (!found) return context.fail('LINK_INVALID')
  const row = await context.db
    .selectFrom('account_user as u')
    .leftJoin('account_grant as g', 'g.userId', 'u.id')
    .select(['u.name', 'u.expiresAt', 'g.scope', 'g.objectId'])
    .where('u.id', '=', found.userId)
    .executeTakeFirstOrThrow()
  return {
    name: row.name,
    place: await objectName(row.scope, row.objectId, context),
    linkEnd: found.expiresAt,
    accountEnd: row.expiresAt,
  }
})
