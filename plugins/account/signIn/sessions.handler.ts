/** The devices on which the person is signed in, this one first, then by last use. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { describeDevice } from './describeDevice.ts'

export default defineHandler('account.sessions', async (_input, { db, session, now, lang, text }) => {
  const rows = await db
    .selectFrom('account_session')
    .select(['id', 'ip', 'userAgent', 'lastSeenAt', 'createdAt', 'secondFactorAt'])
    .where('userId', '=', session.userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .orderBy('lastSeenAt', (order) => order.desc().nullsLast())
    .execute()
  const own = rows.map(({ id, ip, userAgent, lastSeenAt, createdAt, secondFactorAt }) => ({
    id,
    ...describeDevice(userAgent, (key) => text(`account.device.${key}`)[lang]),
    ip,
    lastSeenAt: lastSeenAt ?? createdAt,
    createdAt,
    secondFactor: secondFactorAt !== null,
    current: id === session.sessionId,
  }))
  return own.sort((a, b) => Number(b.current) - Number(a.current))
})
