/** Changes an own view: its name, its settings, whether it is the default. A view of someone else answers as one that does not exist. */
import { defineHandler } from '../../../core/contracts.ts'
import { clearDefault, VIEW_FIELDS, type View } from '../../views/view.ts'

export default defineHandler('platform.view.change', async ({ id, name, settings, isDefault }, context) => {
  const { db, session, now, fail } = context
  const own = await db
    .selectFrom('platform_view')
    .select('table')
    .where('id', '=', id)
    .where('ownerId', '=', session.userId)
    .executeTakeFirst()
  if (!own) return fail('NOT_FOUND')
  if (isDefault) await clearDefault(String(own.table), context)
  const row = await db
    .updateTable('platform_view')
    .set({
      updatedAt: now.toISOString(),
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(settings === undefined ? {} : { settings: JSON.stringify(settings) }),
      ...(isDefault === undefined ? {} : { isDefault }),
    })
    .where('id', '=', id)
    .returning(VIEW_FIELDS)
    .executeTakeFirstOrThrow()
  return row as View
})
