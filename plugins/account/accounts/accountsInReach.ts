/** Accounts that the asking person may manage: all of them by a right on the whole platform, otherwise the members of their organisations. */
import type { SelectQueryBuilder } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { objectsWith } from '../../../runtime/core/permissions.ts'
import type { Tables } from '../../generated/tables.ts'

export type Accounts = SelectQueryBuilder<Tables & { u: Tables['account_user'] }, 'u', unknown>

/** Ids of the organisations; null: every account. */
export function managedOrganisations({ session }: Pick<HandlerContext, 'session'>): readonly string[] | null {
  return objectsWith(session, 'manageAccount', 'organisation')
}

/** Rows of `account.user` under the name `u`. */
export function accountsInReach(context: Pick<HandlerContext, 'db' | 'session'>): Accounts {
  const all = context.db.selectFrom('account_user as u') as Accounts
  const places = managedOrganisations(context)
  if (places === null) return all
  return all.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('organisation_member as m')
        .select('m.id')
        .whereRef('m.userId', '=', 'u.id')
        .where('m.organisationId', 'in', places.length > 0 ? [...places] : ['0']),
    ),
  )
}
