/** Asks a signed-in person for the password again. Guesses count as guesses at the account. An account without a password refuses every password. @throws
 *  PASSWORD_WRONG, RATE_LIMITED */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

/** Resolves when the password is right. @throws PASSWORD_WRONG, RATE_LIMITED */
export async function checkPassword({ session, people, fail, rows }: HandlerContext, password: string): Promise<void> {
  const row = await rows.get('account.user', session.userId!)
  const guess = { secret: 'password', userId: session.userId, account: row.userName } as const
  await people.sessions.countGuess(guess)
  if (!(await people.sessions.verifyPassword(row.passwordHash, password))) return fail('PASSWORD_WRONG')
  await people.sessions.forgiveGuess(guess)
}
