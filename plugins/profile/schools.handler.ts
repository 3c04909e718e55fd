/** Schools in one list, by name. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'

export default defineHandler('profile.schools', async ({ search, codes }, { db, lang }) => {
  const rows = await db.selectFrom('organisation_school').select(['code', 'name']).orderBy('code').execute()
  const wanted = search?.trim().toLowerCase() ?? ''
  return (rows as { code: string; name: LocalText }[])
    .filter(({ code, name }) => (!codes || codes.includes(code)) && `${name.zh} ${name.en}`.toLowerCase().includes(wanted))
    .map(({ code, name }) => ({ value: code, label: name[lang] }))
})
