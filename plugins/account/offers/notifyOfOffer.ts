/** Notifies the person an offer is for: in the inbox of their account, else by email or text message to what was typed. The one who offers cannot tell which. */
import type { EntityTypes, HandlerContext } from '../../../runtime/core/contracts.ts'
import { MS_PER_MINUTE } from '../../../runtime/core/time.ts'
import { findNamed, isContact } from './receiver.ts'

type Offer = EntityTypes['account.offer']['row']

/** @returns whether a message was sent: not so soon after the last one */
export async function notifyOfOffer(offer: Offer, context: HandlerContext): Promise<boolean> {
  const { messages, documents, rows, session, site, now } = context
  const { pauseMinutes, path } = documents.settings('account.offers')
  const last = offer.notifiedAt === null ? 0 : new Date(offer.notifiedAt).getTime()
  if (now.getTime() - last < pauseMinutes * MS_PER_MINUTE) return false
  await rows.save('account.offer', offer, { notifiedAt: now.toISOString() })
  const { offeredTo: address, what, placeName: place } = offer
  const words = { what, place, person: session.name ?? '' }
  const found = offer.userId ? { id: offer.userId, state: 'active' } : await findNamed(address, context)
  if (found?.state === 'active') await messages.send('account.offered', { userId: found.id }, words)
  else if (isContact(address))
    await messages.send(
      address.includes('@') ? 'account.offeredMail' : 'account.offeredSms',
      { address },
      { ...words, address: `${site}${path}` },
    )
  return true
}
