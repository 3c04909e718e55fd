/** Who is notified about the package of an organisation: those who may pay for it. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { staffWith } from '../../account/grants/staffWith.ts'

const NO_COMPETITION = '0'

export function staffOf(organisationId: string, context: HandlerContext): Promise<string[]> {
  return staffWith({ organisationId, competitionId: NO_COMPETITION }, context, 'editPay')
}
