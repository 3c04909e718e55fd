/** Invites people by email: those with an account by it, the others with a temporary account that one-time links open. Whoever invites cannot tell the two
 *  apart: until somebody accepts, the panel shows the name that was typed. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { readPeople } from '../../../runtime/core/typed/readPeople.ts'
import { findByContact } from '../../account/accounts/findAccount.ts'
import { type Invited, invitePeople } from './invite.ts'

/** People in one paste at most. */
const MOST = 100

export default defineHandler('review.inviteByEmail', async ({ competitionId, people: typed, until }, context) => {
  await context.call('competition.maySetWorks', { id: competitionId })
  const lines = readPeople(typed)
  const wrong = lines.filter(({ address }) => address === null).map(({ written }) => written)
  if (wrong.length > 0) return context.fail('REVIEW_EMAIL_LINES', { lines: wrong.slice(0, 5).join('\n') })
  if (lines.length === 0) return context.fail('NOBODY_TO_SEND')
  if (lines.length > MOST) return context.fail('REVIEW_TOO_MANY_PEOPLE', { limit: MOST })
  const people = new Map<string, string>()
  for (const { name: given, address } of lines) {
    const email = address!
    const name = given || email.split('@')[0]!
    people.set(await personOf({ name, email, competitionId, until }, context), name)
  }
  const answer: Invited = await invitePeople(
    competitionId,
    [...people].map(([id, name]) => ({ id, name })),
    {},
    context,
  )
  return answer
})

async function personOf(
  { name, email, competitionId, until }: { name: string; email: string; competitionId: string; until: string },
  context: HandlerContext,
): Promise<string> {
  const account = await findByContact(context.db, email)
  if (account && account.state === 'active') return account.id
  const made = await context.call<{ id: string }>('account.addTemporaryExpert', { name, competitionId, expiresAt: until, address: email })
  return made.id
}
