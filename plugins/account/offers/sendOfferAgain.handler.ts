/** Sends the notice of an offer again, which is valid for the whole time from then on. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { expiryOfOffer } from './expiryOfOffer.ts'
import { notifyOfOffer } from './notifyOfOffer.ts'

export default defineHandler('account.sendOfferAgain', async ({ id }, context) => {
  const { rows, call, fail } = context
  await call('account.offerMade', { id })
  const offer = await rows.get('account.offer', id, { lock: true })
  if (offer.state !== 'offered') return fail('OFFER_CLOSED')
  if (!(await notifyOfOffer(offer, context))) return fail('OFFER_SENT')
  const expiresAt = expiryOfOffer(context)
  await rows.save('account.offer', offer, { expiresAt })
  return { id, expiresAt }
})
