/** Keeps what someone chose in a table. Filters are checked when its people are looked for, which happens here once: a list out of reach is refused. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { isId } from '../../runtime/core/idPattern.ts'

/** What only says which page of the list was shown. */
const PAGING = new Set(['pageNum', 'pageSize', 'sort'])

export default defineHandler('message.select', async ({ list, params = {}, ids, everything }, context) => {
  assertList(list, context)
  const kept = Object.fromEntries(Object.entries(params).filter(([name, value]) => !PAGING.has(name) && value != null))
  const chosen = everything === true ? null : (ids ?? [])
  await context.people.listed(list, kept, chosen)
  const place = (name: string) => (typeof kept[name] === 'string' && isId(kept[name]) ? kept[name] : null)
  const row = { ownerId: context.session.userId!, list, params: kept, ids: chosen }
  return {
    id: await context.rows.create('message.selection', {
      ...row,
      competitionId: place('competitionId'),
      organisationId: place('organisationId'),
    }),
  }
})

function assertList(id: string, { platform, fail }: HandlerContext): void {
  if (!platform.documents.call.get(id)?.people) fail('NOT_FOUND', { entity: 'call', id })
}
