/** One-time codes by text message or mail. A code is bound to its purpose and address; only the newest of both counts. Its tries are counted on a separate
 *  connection, so that a failed call does not undo the count. The transaction that it opens uses it up. Codes are sent to every address, known or not, so that
 *  no one learns who is registered. Figures: settings `account.codes`. */

import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { HandlerContext, MessageChannel } from '../../../runtime/core/contracts.ts'
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND, SECONDS_PER_DAY, SECONDS_PER_HOUR } from '../../../runtime/core/time.ts'
import { normaliseAccount } from '../../../runtime/core/values/normaliseText.ts'
import type { AccountCodePurpose } from '../../generated/enums.ts'
import { findByContact } from '../accounts/findAccount.ts'

export interface Proof {
  purpose: AccountCodePurpose
  /** Phone or email. */
  address: string
  code: string
}

/** Sends a fresh code. @throws CODE_OFF, CODE_COUNTRY; RATE_LIMITED with details.retryAfter in seconds */
export async function sendCode(
  context: HandlerContext,
  purpose: AccountCodePurpose,
  typed: string,
): Promise<{ seconds: number; minutes: number }> {
  const { db, now, lock, messages, people, documents } = context
  const { digits, validMinutes, pauseSeconds } = documents.settings('account.codes')
  const address = normaliseAccount(typed)
  const channel = documents.service<MessageChannel>(isMail(address) ? 'delivery.mail' : 'delivery.sms')
  if (channel === null) context.fail('CODE_OFF')
  if (channel?.reaches?.(address) === false) context.fail('CODE_COUNTRY')
  await lock('code', address)
  const since = new Date(now.getTime() - MS_PER_DAY).toISOString()
  const rows = await db
    .selectFrom('account_code')
    .select('createdAt')
    .where('address', '=', address)
    .where('createdAt', '>', since)
    .orderBy('createdAt', 'desc')
    .execute()
  assertPause(context, rows)
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  const expiresAt = new Date(now.getTime() + validMinutes * MS_PER_MINUTE)
  const values = { purpose, address, codeHash: await people.sessions.hashPassword(code), expiresAt: expiresAt.toISOString() }
  if (!isMail(address)) await assertNumbers(context)
  await context.rows.create('account.code', values)
  const template = isMail(address) ? 'account.mailCode' : 'account.smsCode'
  await messages.send(template, { address }, { code, minutes: validMinutes }, { expiresAt })
  return { seconds: pauseSeconds, minutes: validMinutes }
}

/** @param sent codes to the address within a day, newest first. @throws RATE_LIMITED after the longer of the two waits */
function assertPause({ now, documents, fail }: HandlerContext, sent: readonly { createdAt?: string }[]): void {
  const { pauseSeconds, perDay } = documents.settings('account.codes')
  const waitFrom = (row: { createdAt?: string } | undefined, seconds: number) =>
    row ? Math.ceil((Date.parse(row.createdAt!) - now.getTime()) / MS_PER_SECOND) + seconds : 0
  const [pause, day] = [waitFrom(sent[0], pauseSeconds), waitFrom(sent[perDay - 1], SECONDS_PER_DAY)]
  if (day > 0) fail('RATE_LIMITED', { max: perDay, seconds: SECONDS_PER_DAY, retryAfter: Math.max(day, pause) })
  if (pause > 0) fail('RATE_LIMITED', { max: 1, seconds: pauseSeconds, retryAfter: pause })
}

/** Text messages cost money, and numbers are many: all of them together have a limit. Known and unknown numbers share it, so that it does not reveal
 *  which are known. @throws RATE_LIMITED */
async function assertNumbers({ db, now, lock, documents, fail }: HandlerContext): Promise<void> {
  const { numbersPerHour: max } = documents.settings('account.codes')
  await lock('code', 'numbers')
  const since = new Date(now.getTime() - MS_PER_HOUR).toISOString()
  const first = await db
    .selectFrom('account_code')
    .select('createdAt')
    .where('createdAt', '>', since)
    .where('address', 'not like', '%@%')
    .orderBy('createdAt', 'desc')
    .offset(max - 1)
    .limit(1)
    .executeTakeFirst()
  if (!first) return
  const retryAfter = Math.max(1, Math.ceil((Date.parse(first.createdAt) + MS_PER_HOUR - now.getTime()) / MS_PER_SECOND))
  fail('RATE_LIMITED', { max, seconds: SECONDS_PER_HOUR, retryAfter })
}

function isMail(address: string): boolean {
  return address.includes('@')
}

/** Counts a try and looks at the code; does not use it up. @returns the code's row. @throws CODE_WRONG, RATE_LIMITED */
export async function checkCode(context: HandlerContext, { purpose, address, code }: Proof): Promise<string> {
  const { outsideTransaction, people, documents, fail } = context
  const { tries } = documents.settings('account.codes')
  const normal = normaliseAccount(address)
  const account = await findByContact(context.db, normal)
  const guess = { secret: 'code', userId: account?.id ?? null, account: normal } as const
  await people.sessions.countGuess(guess)
  const newest = outsideTransaction
    .selectFrom('account_code')
    .select('id')
    .where('purpose', '=', purpose)
    .where('address', '=', normal)
    .orderBy('id', 'desc')
    .limit(1)
  const row = await context.rows.bulk('account.code', 'a try counts although the call fails', () =>
    outsideTransaction
      .updateTable('account_code')
      .set({ tries: sql`tries + 1` })
      .where('id', 'in', newest)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', context.now.toISOString())
      .where('tries', '<', tries)
      .returning(['id', 'codeHash'])
      .executeTakeFirst(),
  )
  const right = await people.sessions.verifyPassword(row?.codeHash ?? null, code)
  if (!row || !right) return fail('CODE_WRONG')
  await people.sessions.forgiveGuess(guess)
  return row.id
}

/** Uses a code up. Of several calls with the right code one continues. @throws CODE_WRONG, RATE_LIMITED */
export async function spendCode(context: HandlerContext, proof: Proof): Promise<void> {
  const id = await checkCode(context, proof)
  const { rows, now, fail } = context
  const [used] = await rows.saveWhere('account.code', { id, usedAt: null }, { usedAt: now.toISOString() })
  if (used === undefined) fail('CODE_WRONG')
  // what arrived there shows that the address works again
  await rows.removeWhere('platform.lostAddress', { address: normaliseAccount(proof.address) })
}
