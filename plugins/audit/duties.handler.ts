/** The organisations for which the asker decides, as options: where a delegation can start. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { ownOrganisations } from './duties.ts'

export default defineHandler('audit.duties', async (_input, context) => {
  const own = await ownOrganisations(context)
  const query = context.db.selectFrom('organisation_organisation').select(['id', 'name']).orderBy('id')
  const rows = await (own === null ? query : query.where('id', 'in', [...own, '0'])).execute()
  return rows.map(({ id, name }) => ({ id, name: (name as LocalText)[context.lang] || (name as LocalText).zh }))
})
