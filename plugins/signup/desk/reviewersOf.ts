/** Who may review the registrations of a competition: each of the two rights suffices. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { staffWith } from '../../account/grants/staffWith.ts'

const RIGHTS = ['manageRegistration', 'auditTeamInfo']

/** Ids of accounts, in order. */
export async function reviewersOf(of: { competitionId: string; organisationId: string }, context: HandlerContext): Promise<string[]> {
  const found = await Promise.all(RIGHTS.map((right) => staffWith(of, context, right)))
  return [...new Set(found.flat())].toSorted((one, other) => Number(BigInt(one) - BigInt(other)))
}
