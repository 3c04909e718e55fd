/** People and organisations that an organisation may delegate approvals to: its people with the permission, and subordinate organisations that have approvers. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { organisationApprovers } from './approvers.ts'
import { delegablePeople, isBelow } from './delegable.ts'
import { ownOrganisations } from './duties.ts'

interface Option {
  id: string
  name: string
  kind: 'person' | 'organisation'
}

export default defineHandler('audit.delegates', async ({ organisationId, kind }, context) => {
  const own = await ownOrganisations(context)
  if (own !== null && !own.includes(organisationId))
    return context.fail('NOT_FOUND', { entity: 'organisation.organisation', id: organisationId })
  const people =
    kind === 'organisation' ? [] : (await delegablePeople(organisationId, context)).map((person): Option => ({ ...person, kind: 'person' }))
  return [...people, ...(kind === 'person' ? [] : await organisations(organisationId, context))]
})

async function organisations(organisationId: string, context: HandlerContext): Promise<Option[]> {
  const rows = await context.db.selectFrom('organisation_organisation').select(['id', 'name']).orderBy('id').execute()
  const options: Option[] = []
  for (const { id, name } of rows)
    if ((await isBelow(id, organisationId, context)) && (await organisationApprovers(id, context)).length > 0)
      options.push({ id, name: (name as LocalText)[context.lang] || (name as LocalText).zh, kind: 'organisation' })
  return options
}
