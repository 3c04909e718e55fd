/** Keeps a view of a table under a name. The call's lock lets one person's writes follow each other, so the count and the one default hold. */
import { defineHandler } from '../../../core/contracts.ts'
import { clearDefault, VIEW_FIELDS, type View } from '../../views/view.ts'

const MAX_VIEWS = 50

export default defineHandler('platform.view.save', async ({ table, name, settings, isDefault = false }, context) => {
  const { db, session, fail } = context
  const { count } = await db
    .selectFrom('platform_view')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('ownerId', '=', session.userId)
    .where('table', '=', table)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_VIEWS) fail('VIEW_LIMIT', { max: MAX_VIEWS })
  if (isDefault) await clearDefault(table, context)
  const row = await db
    .insertInto('platform_view')
    .values({ ownerId: session.userId!, table, name: name.trim(), settings, isDefault })
    .returning(VIEW_FIELDS)
    .executeTakeFirstOrThrow()
  return row as View
})
