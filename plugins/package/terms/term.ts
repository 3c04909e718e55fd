/** Terms of packages as they are stored. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Row } from '../../generated/tables.ts'

export type Term = Row<'package_term'>
export type Package = Row<'package_package'>
export interface Content {
  feature: string
  amount: number
}

export const DAY_MS = 86_400_000

/** @throws NOT_FOUND */
export async function readTerm(id: string, { rows }: Pick<HandlerContext, 'rows'>): Promise<Term> {
  return rows.get('package.term', id)
}

/** @throws NOT_FOUND */
export async function readPackage(id: string, { rows }: Pick<HandlerContext, 'rows'>): Promise<Package> {
  return rows.get('package.package', id)
}

/** Of the terms that are active, by the time they end. The last one is what a renewal continues. */
export async function activeTerms(organisationId: string, { db }: Pick<HandlerContext, 'db'>): Promise<Term[]> {
  const terms = db.selectFrom('package_term').selectAll().where('organisationId', '=', organisationId).where('state', '=', 'active')
  return (await terms.orderBy('endsAt').orderBy('id').execute()) as Term[]
}

/** What a term begins with when it is made from a package. */
export function frozen({ id, name, rank, contents }: Package) {
  return { packageId: id, name, rank, contents }
}
