/** Until when an offer that is made or sent now can be accepted. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { MS_PER_DAY } from '../../../runtime/core/time.ts'

export function expiryOfOffer({ documents, now }: Pick<HandlerContext, 'documents' | 'now'>): string {
  return new Date(now.getTime() + documents.settings('account.offers').days * MS_PER_DAY).toISOString()
}
