/** People with an expert role within reach of the asking person; temporary experts with the end date of their accounts. */
import { sql } from 'kysely'
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { maskRow } from '../../../runtime/core/masking/entityMasks.ts'
import { namedOrContacted } from '../accounts/namedOrContacted.ts'
import { localName } from '../grants/identityOptions.ts'
import { expertGrants } from './expertGrants.ts'
import { inPool } from './inPool.ts'

export default defineHandler('account.experts', async (input, context) => {
  const { pageNum = 1, pageSize = 20, search, temporary, competitionId } = input
  let found = expertGrants(context, 'manageExpertAccount')
  if (search?.trim()) {
    found = found.where(namedOrContacted(search, context.platform))
  }
  if (temporary !== undefined) found = found.where('u.expiresAt', temporary ? 'is not' : 'is', null)
  if (competitionId) found = found.where(await inPool(competitionId, context))
  const { total } = await found.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(['g.id', 'g.scope', 'g.objectId', 'g.createdAt', 'u.id as userId', 'u.userName', 'u.name', 'u.email', 'u.state', 'u.expiresAt'])
    .select(
      sql`case g."scope" when 'organisation' then (select o."name" from organisation_organisation o where o."id"::text = g."objectId")
        when 'competition' then (select c."title" from competition_competition c where c."id"::text = g."objectId") end`.as('place'),
    )
    .orderBy('g.id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const list = rows.map(({ place, ...row }) => ({
    ...maskRow(row, 'account.user', context.platform),
    place: localName(place, context.lang),
  }))
  return { list, total: Number(total), pageNum, pageSize }
})
