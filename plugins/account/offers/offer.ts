/** Offers something to anyone who has a phone number, an address or an account name: an inner call that is made when they accept, with the rights that the one who
 *  offered it has then. The reply, and what is seen until the person answers, is the same whether or not there is such a person: what was typed. */
import type { CallInput, CallName, HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { normaliseAccount } from '../../../runtime/core/values/normaliseText.ts'
import { type GrantPlace, withContainers } from '../grants/withContainers.ts'
import { expiryOfOffer } from './expiryOfOffer.ts'
import { notifyOfOffer } from './notifyOfOffer.ts'
import { findNamed, isContact } from './receiver.ts'

/** Calls that may be offered: inner ones that are given whom they are for. */
export type Offerable = { [N in CallName]: CallInput<N> extends { userId: string } ? N : never }[CallName]

export interface NewOffer<N extends Offerable> {
  gives: N
  /** Of the call, without the person. */
  input: Omit<CallInput<N>, 'userId'>
  /** What is offered to one person once at a time, such as a role on an object. */
  key: string
  /** As it was typed. */
  account: string
  what: LocalText
  place: GrantPlace
  placeName: LocalText
}

/** Makes the offer, or renews the one that waits. @returns its id */
export async function offer<N extends Offerable>(
  { gives, input, key, account, what, place, placeName }: NewOffer<N>,
  context: HandlerContext,
): Promise<string> {
  const { rows, session, lock } = context
  const offeredTo = normaliseAccount(account)
  const subject = `${gives} ${key}`
  await lock('offer', `${offeredTo} ${subject}`)
  const values = {
    input: input as Record<string, unknown>,
    what,
    placeName,
    offeredById: session.userId!,
    expiresAt: expiryOfOffer(context),
  }
  const waiting = await rows.find('account.offer', { offeredTo, subject, state: 'offered' })
  if (waiting) {
    await rows.save('account.offer', waiting, values)
    await notifyOfOffer({ ...waiting, ...values }, context)
    return waiting.id
  }
  // a username that no one has is no one's later either
  const named = isContact(offeredTo) ? null : await findNamed(offeredTo, context)
  const id = await rows.create('account.offer', {
    ...values,
    ...(await objectsOf(place, context)),
    gives,
    offeredTo,
    subject,
    userId: named?.id ?? null,
    state: 'offered',
  })
  await notifyOfOffer(await rows.get('account.offer', id), context)
  return id
}

async function objectsOf(place: GrantPlace, context: HandlerContext) {
  const places = await withContainers(place, context)
  const idOf = (name: string) => places.find(({ scope }) => scope === name)?.objectId ?? null
  return { organisationId: idOf('organisation'), competitionId: idOf('competition') }
}
