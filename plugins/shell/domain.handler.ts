/** Whose pages a host shows. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { groupOfHost } from './groupOfHost.ts'
import { actingSetting, PLATFORM_GROUP } from './pageSetting.ts'

export default defineHandler('shell.domain', async ({ domain }, context) => {
  const groupId = (await groupOfHost(domain ?? (context.request.headers.host as string | undefined), context)) ?? PLATFORM_GROUP
  const row = await context.db.selectFrom('organisation_organisation').select('name').where('id', '=', groupId).executeTakeFirst()
  const { logo, theme, partner } = await actingSetting(context, groupId)
  return { groupId, name: row?.name ?? null, logo, theme, partner }
})
