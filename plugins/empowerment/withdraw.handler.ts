/** Takes a right on competitions back, from a person (`g` and the id of the grant) or from an organisation (`a` and the id of the award). */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { tableName } from '../../runtime/core/tableName.ts'
import { spreadToPerson } from '../account/grants/awards.ts'
import { maySetPermission } from '../account/grants/mayGrant.ts'
import { placeName } from '../account/grants/place.ts'
import { tellHolder } from './tellHolder.ts'

export default defineHandler('empowerment.withdraw', async ({ id }, context) => {
  const isAward = id.startsWith('a')
  const entity = isAward ? 'empowerment.award' : 'account.grant'
  const row = await context.tables.selectFrom(tableName(entity)).selectAll().where('id', '=', id.slice(1)).executeTakeFirst()
  const place = row?.scope ? { scope: String(row.scope), objectId: String(row.objectId) } : null
  // what is out of reach counts as missing
  if (!row || !place || !(await maySetPermission(place, context))) return context.fail('NOT_FOUND', { entity, id: id.slice(1) })
  // anyone who takes their own right away by mistake cannot give it back
  if (!isAward && String(row.userId) === context.session.userId) return context.fail('EMPOWER_SELF')
  const userIds = isAward ? await membersWith(String(row.id), context) : [String(row.userId)]
  await context.rows.remove(entity, row as { id: string })
  for (const userId of userIds) context.people.sessions.changed(userId)
  if (!isAward) await spreadToPerson(String(row.userId), context)
  await tellHolder('empowerment.withdrawn', userIds, { role: String(row.role), place: await placeName(place, context) }, context)
  return { id }
})

async function membersWith(awardId: string, { db }: HandlerContext): Promise<string[]> {
  const rows = await db.selectFrom('account_grant').select('userId').where('awardId', '=', awardId).execute()
  return rows.map(({ userId }) => userId)
}
