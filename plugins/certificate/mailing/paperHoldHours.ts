import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { paySetting } from '../../pay/prices/readRules.ts'

/** Where the competition has no payment settings. */
const DEFAULT_HOLD_HOURS = 72

/** Hours to pay for paper copies. */
export async function paperHoldHours(competitionId: string, context: HandlerContext): Promise<number> {
  return (await paySetting(competitionId, context))?.holdHours ?? DEFAULT_HOLD_HOURS
}
