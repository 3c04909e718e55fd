/** People with a right on a competition: by a grant on it or on its organisation; where there is no one, those of the organisation
 *  above, whose rights reach down. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { STORED_ROLE } from './grantRows.ts'

/** Organisations above one another, at most. */
const HIGHEST = 8

type Context = Pick<HandlerContext, 'db' | 'platform' | 'now'>

/** Ids, in order. @param right  a permission */
export async function staffWith(of: { competitionId: string; organisationId: string }, context: Context, right: string): Promise<string[]> {
  const roles = await rolesWithRight(right, context)
  let organisationId: string | null = of.organisationId
  for (let step = 0; organisationId !== null && step < HIGHEST; step++) {
    const found = await holders(roles, { organisationId, competitionId: of.competitionId }, context)
    if (found.length > 0) return found
    organisationId = await superiorOf(organisationId, context)
  }
  return []
}

/** Roles, documents and stored ones, that give a permission. */
export async function rolesWithRight(right: string, { db, platform }: Context): Promise<string[]> {
  const documents = [...platform.documents.role.values()].filter(({ permissions }) => permissions.includes(right)).map(({ id }) => id)
  const stored = await db
    .selectFrom('account_role')
    .select('id')
    .where(sql<boolean>`"permissions" @> ${JSON.stringify([right])}::jsonb`)
    .execute()
  return [...documents, ...stored.map(({ id }) => `${STORED_ROLE}${id}`)]
}

async function holders(
  roles: readonly string[],
  { organisationId, competitionId }: { organisationId: string; competitionId: string },
  { db, now }: Context,
): Promise<string[]> {
  const rows = await db
    .selectFrom('account_grant as g')
    .innerJoin('account_user as u', 'u.id', 'g.userId')
    .select('u.id')
    .distinct()
    .where((is) =>
      is.or([
        is.and([is('g.scope', '=', 'organisation'), is('g.objectId', '=', organisationId)]),
        is.and([is('g.scope', '=', 'competition'), is('g.objectId', '=', competitionId)]),
      ]),
    )
    .where('g.role', 'in', roles)
    .where((is) => is.or([is('g.until', 'is', null), is('g.until', '>', now.toISOString())]))
    .where('u.state', '=', 'active')
    .orderBy('u.id')
    .execute()
  return rows.map(({ id }) => id)
}

async function superiorOf(id: string, { db }: Context): Promise<string | null> {
  const row = await db.selectFrom('organisation_organisation').select('superiorId').where('id', '=', id).executeTakeFirst()
  return row?.superiorId ?? null
}
