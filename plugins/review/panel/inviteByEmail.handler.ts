/** Invites people by email: those with an account by it, the others with a temporary account that one-time links open. The one who invites cannot tell the two
 *  apart: until a person accepts, the panel shows what was typed, and no list of experts has the temporary account. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { readPeople } from '../../../runtime/core/typed/readPeople.ts'
import { normaliseAccount } from '../../../runtime/core/values/normaliseText.ts'
import { findByContact } from '../../account/accounts/findAccount.ts'
import { openTemporaryExpert } from '../../account/experts/openTemporaryExpert.ts'
import { type Asked, invitePeople } from './invite.ts'

/** People in one paste at most. */
const MAX = 100

export default defineHandler('review.inviteByEmail', async ({ competitionId, people: typed, until }, context) => {
  await context.call('competition.maySetWorks', { id: competitionId })
  const lines = readPeople(typed)
  const wrong = lines.filter(({ address }) => address === null).map(({ written }) => written)
  if (wrong.length > 0) return context.fail('REVIEW_EMAIL_LINES', { lines: wrong.slice(0, 5).join('\n') })
  if (lines.length === 0) return context.fail('NOBODY_TO_SEND')
  if (lines.length > MAX) return context.fail('REVIEW_TOO_MANY_PEOPLE', { limit: MAX })
  if (new Date(until) <= context.now) return context.fail('EXPERT_END')
  const before = await invitedBefore(competitionId, context)
  const people = new Map<string, Asked>()
  for (const { name: given, address } of lines) {
    const invitedAs = normaliseAccount(address!)
    const name = given || invitedAs.split('@')[0]!
    const id =
      people.get(invitedAs)?.id ?? before.get(invitedAs)?.userId ?? (await personOf({ name, invitedAs, competitionId, until }, context))
    people.set(invitedAs, { id, name, invitedAs })
  }
  await invitePeople(competitionId, [...people.values()], {}, context)
  // an address of an expert of the pool counts as invited: the answer does not say whose it is
  const known = [...people.keys()].filter((address) => before.get(address)?.isOn).length
  return { invited: people.size - known, known }
})

/** People by the addresses that were typed before: an address means the same person again, while the account lasts. */
async function invitedBefore(competitionId: string, { db, now }: HandlerContext): Promise<Map<string, { userId: string; isOn: boolean }>> {
  const rows = await db
    .selectFrom('review_expert as e')
    .innerJoin('account_user as u', 'u.id', 'e.userId')
    .select(['e.invitedAs', 'e.userId', 'e.state'])
    .where('e.competitionId', '=', competitionId)
    .where('e.invitedAs', 'is not', null)
    .where('u.state', '=', 'active')
    .where(({ eb, or }) => or([eb('u.expiresAt', 'is', null), eb('u.expiresAt', '>', now.toISOString())]))
    .execute()
  return new Map(rows.map(({ invitedAs, userId, state }) => [invitedAs!, { userId, isOn: state === 'invited' || state === 'accepted' }]))
}

async function personOf(
  { name, invitedAs, competitionId, until }: { name: string; invitedAs: string; competitionId: string; until: string },
  context: HandlerContext,
): Promise<string> {
  const account = await findByContact(context.db, invitedAs)
  if (account && account.state === 'active') return account.id
  const made = await openTemporaryExpert({ name, competitionId, expiresAt: until, address: invitedAs }, context)
  return made.id
}
