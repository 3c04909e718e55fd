/** Companies among the organisations, by name. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'

const MOST = 50

export default defineHandler('profile.companies', async ({ search }, { db, lang }) => {
  const rows = await db.selectFrom('organisation_organisation').select(['id', 'name']).where('kind', '=', 'company').orderBy('id').execute()
  const wanted = search?.trim().toLowerCase() ?? ''
  return (rows as { id: string; name: LocalText }[])
    .filter(({ name }) => `${name.zh} ${name.en}`.toLowerCase().includes(wanted))
    .slice(0, MOST)
    .map(({ id, name }) => ({ value: id, label: name[lang] }))
})
