/** Invites people by email: those with an account by it, the others with a temporary account that one-time links open. */

import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { normaliseAccount } from '../../../runtime/core/values/normaliseText.ts'
import { findByContact } from '../../account/accounts/findAccount.ts'
import { type Invited, invitePeople } from './invite.ts'

/** People in one paste at most. */
const MOST = 100
const LINE = /^(?<name>.*?)[\s,，;；<（(]*(?<email>[^\s,，;；<>（）()]+@[^\s,，;；<>（）()]+)[>）)]*\s*$/u

export default defineHandler('review.inviteByEmail', async ({ competitionId, people: typed, until }, context) => {
  await context.call('competition.maySetWorks', { id: competitionId })
  const lines = readLines(typed)
  const wrong = lines.filter(({ email }) => email === null).map(({ line }) => line)
  if (wrong.length > 0) return context.fail('REVIEW_EMAIL_LINES', { lines: wrong.slice(0, 5).join('\n') })
  if (lines.length === 0) return context.fail('NOBODY_TO_SEND')
  if (lines.length > MOST) return context.fail('REVIEW_TOO_MANY_PEOPLE', { limit: MOST })
  const people = new Map<string, string>()
  for (const { name, email } of lines) {
    const { id, name: known } = await personOf({ name, email: email!, competitionId, until }, context)
    people.set(id, known)
  }
  const answer: Invited = await invitePeople(
    competitionId,
    [...people].map(([id, name]) => ({ id, name })),
    {},
    context,
  )
  return answer
})

interface Line {
  line: string
  name: string
  /** Null: not to be read. */
  email: string | null
}

/** `Name email`, `Name <email>` or `Name, email` a line; without a name the part before the @. */
function readLines(text: string): Line[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const { name = '', email = null } = LINE.exec(line)?.groups ?? {}
      return { line, name: name.trim() || (email?.split('@')[0] ?? ''), email: email === null ? null : normaliseAccount(email) }
    })
}

async function personOf(
  { name, email, competitionId, until }: { name: string; email: string; competitionId: string; until: string },
  context: HandlerContext,
): Promise<{ id: string; name: string }> {
  const account = await findByContact(context.db, email)
  if (account && account.state === 'active') {
    const row = await context.db.selectFrom('account_user').select('name').where('id', '=', account.id).executeTakeFirstOrThrow()
    return { id: account.id, name: row.name }
  }
  const made = await context.call<{ id: string }>('account.addTemporaryExpert', { name, competitionId, expiresAt: until, address: email })
  return { id: made.id, name }
}
