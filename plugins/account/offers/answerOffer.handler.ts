/** Accepts or declines an offer. Accepting makes the call that was offered, with the rights that the one who offered it has now. */
import { defineHandler, type EntityTypes, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { AgonError } from '../../../runtime/core/errors.ts'
import { inputFor, knownCall } from '../../../runtime/core/knownNames.ts'
import { offerTo } from './offerTo.ts'

/** The one who offered it holds no such right any more, or what it is about is gone. */
const OVER: ReadonlySet<string> = new Set(['PERMISSION_DENIED', 'SESSION_INVALID', 'NOT_FOUND', 'ROLE_BEYOND', 'ROLE_SCOPE'])

export default defineHandler('account.answerOffer', async ({ id, agree }, context) => {
  const { rows, session, messages } = context
  const offer = await offerTo(session.userId!, id, context)
  // takes the lock of the row: of two answers, one finds it closed
  const { state } = await rows.transition('account.offerLife', agree ? 'accept' : 'decline', id)
  if (agree) await give(offer, session.userId!, context)
  const { offeredTo, what, placeName: place, offeredById } = offer
  const template = agree ? 'account.offerAccepted' : 'account.offerDeclined'
  if (offeredById !== session.userId) await messages.send(template, { userId: offeredById }, { what, place, account: offeredTo })
  return { id, state }
})

async function give(
  { gives, input, offeredById }: EntityTypes['account.offer']['row'],
  userId: string,
  context: HandlerContext,
): Promise<void> {
  const { callFor, platform, fail } = context
  try {
    const call = knownCall(gives, platform)
    await callFor(offeredById, call, inputFor(call, { ...(input as object), userId }, platform))
  } catch (error) {
    if (error instanceof AgonError && OVER.has(error.code)) fail('OFFER_OVER')
    throw error
  }
}
