/** The second factor of a person: setting up, proving, recovery codes. Called by the handlers of signing in and of the security page. */
import { createHash, randomBytes } from 'node:crypto'
import { renderSVG } from 'uqr'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { decodeBase32, encodeBase32, stepOfCode } from './totp.ts'

type Context = Pick<HandlerContext, 'db' | 'fail' | 'now' | 'platform' | 'lang' | 'people' | 'rows'>

const KEY_BYTES = 20
const RECOVERY_CODES = 10
/** 50 bits: ten letters of base32. */
const RECOVERY_LETTERS = 10

export interface FactorKey {
  secret: string
  address: string
  picture: string
}

/** Makes a new key that waits for its first code; it replaces an earlier one that was never confirmed. */
export async function beginFactor({ db, rows, fail, platform, lang }: Context, userId: string): Promise<FactorKey> {
  if (await confirmedFactor(db, userId)) return fail('SECOND_FACTOR_ON')
  const secret = encodeBase32(randomBytes(KEY_BYTES))
  await rows.put('account.secondFactor', ['userId'], { userId, secret, lastStep: 0 })
  const { userName } = await rows.get('account.user', userId)
  const { title } = platform.app
  const issuer = typeof title === 'object' && 'zh' in title ? title[lang] : platform.app.id
  const address = `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(userName)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
  return { secret, address, picture: `data:image/svg+xml;base64,${Buffer.from(renderSVG(address, { border: 2 })).toString('base64')}` }
}

/** The first code turns the factor on. Answers the recovery codes. */
export async function confirmFactor(context: Context, userId: string, code: string): Promise<string[]> {
  const { db, rows, fail, now } = context
  const factor = await db
    .selectFrom('account_secondFactor')
    .select(['secret', 'confirmedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!factor) return fail('SECOND_FACTOR_OFF')
  if (factor.confirmedAt) return fail('SECOND_FACTOR_ON')
  await guarded(context, userId, () => takeAppCode(context, userId, factor.secret, code))
  await rows.saveWhere('account.secondFactor', { userId }, { confirmedAt: now.toISOString() })
  await rows.record({ entity: 'account.user', rowId: userId, before: { secondFactor: false }, after: { secondFactor: true } })
  return renewRecoveryCodes(context, userId)
}

/** Takes a code of the app, or a recovery code: each once. @throws SECOND_FACTOR_WRONG, SECOND_FACTOR_OFF, RATE_LIMITED */
export async function proveFactor(context: Context, userId: string, typed: string): Promise<void> {
  const factor = await confirmedFactor(context.db, userId)
  if (!factor) return context.fail('SECOND_FACTOR_OFF')
  const code = typed.replace(/[\s-]/g, '')
  await guarded(context, userId, () =>
    /^\d+$/.test(code) ? takeAppCode(context, userId, factor.secret, code) : takeRecoveryCode(context, userId, code),
  )
}

/** New codes in place of all old ones; only their hashes are kept. */
export async function renewRecoveryCodes({ rows }: Context, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => encodeBase32(randomBytes(KEY_BYTES)).slice(0, RECOVERY_LETTERS).toLowerCase())
  await rows.removeWhere('account.recoveryCode', { userId })
  await rows.createAll(
    'account.recoveryCode',
    codes.map((code) => ({ userId, hash: hashOf(userId, code) })),
  )
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/** Removes key and codes. False when there was nothing to remove. */
export async function removeFactor({ rows }: Context, userId: string, reason?: string): Promise<boolean> {
  await rows.removeWhere('account.recoveryCode', { userId })
  const [removed] = await rows.removeWhere('account.secondFactor', { userId })
  if (removed === undefined) return false
  const entry = { entity: 'account.user', rowId: userId, before: { secondFactor: true }, after: { secondFactor: false } }
  await rows.record(reason ? { ...entry, reason } : entry)
  return true
}

/** Null while it is not turned on. */
export async function confirmedFactor(db: Context['db'], userId: string): Promise<{ secret: string; confirmedAt: string } | null> {
  const row = await db
    .selectFrom('account_secondFactor')
    .select(['secret', 'confirmedAt'])
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  return (row as { secret: string; confirmedAt: string } | undefined) ?? null
}

/** Guesses at codes are counted like guesses at passwords, per person. */
async function guarded({ people, fail }: Context, userId: string, take: () => Promise<boolean>): Promise<void> {
  const guess = { secret: 'secondFactor', userId, account: '' } as const
  await people.sessions.countGuess(guess)
  if (!(await take())) return fail('SECOND_FACTOR_WRONG')
  await people.sessions.forgiveGuess(guess)
}

/** A code works once: its time step must be later than that of the last accepted code. */
async function takeAppCode({ rows, now }: Context, userId: string, secret: string, code: string): Promise<boolean> {
  const step = stepOfCode(decodeBase32(secret), code.replace(/\s/g, ''), now)
  if (step === null) return false
  const taken = await rows.bulk('account.secondFactor', 'one statement takes a step that is later than the last one', (db) =>
    db
      .updateTable('account_secondFactor')
      .set({ lastStep: step })
      .where('userId', '=', userId)
      .where('lastStep', '<', step)
      .returning('id')
      .executeTakeFirst(),
  )
  return taken !== undefined
}

async function takeRecoveryCode({ rows, now }: Context, userId: string, code: string): Promise<boolean> {
  const unused = { userId, hash: hashOf(userId, code.toLowerCase()), usedAt: null }
  return (await rows.saveWhere('account.recoveryCode', unused, { usedAt: now.toISOString() })).length > 0
}

/** The codes are fully random, so a plain hash is enough. */
function hashOf(userId: string, code: string): string {
  return createHash('sha256').update(`${userId} ${code}`).digest('hex')
}
