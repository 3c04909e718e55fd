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
export async function readTerm(id: string, { db, fail }: Pick<HandlerContext, 'db' | 'fail'>): Promise<Term> {
  const row = await db.selectFrom('package_term').selectAll().where('id', '=', id).executeTakeFirst()
  return (row as Term | undefined) ?? fail('NOT_FOUND', { entity: 'package.term', id })
}

/** @throws NOT_FOUND */
export async function readPackage(id: string, { db, fail }: Pick<HandlerContext, 'db' | 'fail'>): Promise<Package> {
  const row = await db.selectFrom('package_package').selectAll().where('id', '=', id).executeTakeFirst()
  return (row as Package | undefined) ?? fail('NOT_FOUND', { entity: 'package.package', id })
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
