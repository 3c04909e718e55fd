/** Keeps what was decided about a pair, whichever of the two is named first. */
import type { CallOutput, HandlerContext } from '../../../runtime/core/contracts.ts'

export type OfPair = CallOutput<'signup.ofDuplicate'>

/** Both, within reach. @throws NOT_FOUND also when they are of different competitions, or one */
export async function pairOf(id: string, otherId: string, context: HandlerContext): Promise<[OfPair, OfPair]> {
  const [one, other] = [await context.call('signup.ofDuplicate', { id }), await context.call('signup.ofDuplicate', { id: otherId })]
  if (one.competitionId !== other.competitionId || one.id === other.id)
    return context.fail('NOT_FOUND', { entity: 'signup.registration', id: otherId })
  return [one, other]
}

export async function decide([one, other]: readonly [OfPair, OfPair], merged: boolean, { rows, session }: HandlerContext): Promise<string> {
  const { competitionId, organisationId } = one
  const [firstId, secondId] = BigInt(one.id) < BigInt(other.id) ? [one.id, other.id] : [other.id, one.id]
  return rows.put('signup.duplicate', ['firstId', 'secondId'], {
    ...{ competitionId, organisationId, firstId, secondId },
    merged,
    userId: session.userId,
  })
}
