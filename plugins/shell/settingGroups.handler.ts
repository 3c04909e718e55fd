/** Organisations whose page settings can be changed, by name; first of all the platform itself. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { PLATFORM_GROUP } from './pageSetting.ts'

const MOST = 50
const PLATFORM = { groupId: PLATFORM_GROUP, name: { zh: '整个平台', en: 'The whole platform' } }

export default defineHandler<{ search?: string }>('shell.settingGroups', async ({ search }, { db }) => {
  const found = await db
    .selectFrom('organisation_organisation')
    .select(['id', 'name'])
    .$if(Boolean(search), (query) => query.where(sql<boolean>`"name"::text ilike ${`%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`}`))
    .orderBy('id')
    .limit(MOST)
    .execute()
  const groups = found.map(({ id, name }) => ({ groupId: String(id), name }))
  return search ? groups : [PLATFORM, ...groups]
})
