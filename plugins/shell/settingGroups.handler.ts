/** Organisations whose page settings can be changed, by name. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'

const MOST = 50

export default defineHandler('shell.settingGroups', async ({ search }, { db }) => {
  const found = await db
    .selectFrom('organisation_organisation')
    .select(['id', 'name'])
    .$if(Boolean(search), (query) => query.where(sql<boolean>`"name"::text ilike ${`%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`}`))
    .orderBy('id')
    .limit(MOST)
    .execute()
  return found.map(({ id, name }) => ({ groupId: String(id), name }))
})
