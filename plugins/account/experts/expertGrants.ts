/** Expert roles that the session may see: those granted on objects, or within organisations, where it holds a permission. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { objectsWith } from '../../../runtime/core/permissions.ts'

export const EXPERT = 'account.expert'

/** Grants `g` of the role with their persons `u`. @param code permission that must be held where the role is granted */
export function expertGrants({ db, session }: Pick<HandlerContext, 'db' | 'session'>, code: string) {
  const grants = db.selectFrom('account_grant as g').innerJoin('account_user as u', 'u.id', 'g.userId').where('g.role', '=', EXPERT)
  const organisations = objectsWith(session, code, 'organisation')
  if (organisations === null) return grants
  const competitions = objectsWith(session, code, 'competition') ?? []
  return grants.where(
    sql<boolean>`((g."scope" = 'organisation' and g."objectId" = any(${organisations}::text[]))
      or (g."scope" = 'competition' and (g."objectId" = any(${competitions}::text[]) or g."objectId" in (
        select c."id"::text from competition_competition c where c."organisationId"::text = any(${organisations}::text[])))))`,
  )
}
