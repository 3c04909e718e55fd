/** Sessions with their rights, kept in this process for seconds. What the database says wins: triggers tell every process which person changed
 *  (topic `session`, text = user id). The process that writes does not wait for that message: `forget` also bars a person from being kept for a
 *  moment, in which each request asks the database, because the write's transaction may commit after the call. */
import type { Session } from '../../core/contracts.ts'
import type { Platform } from '../../core/platform.ts'

const KEEP_MS = 10_000
const BARRED_MS = 5_000
const MAX_KEPT = 50_000

export interface SessionCache {
  get(sessionId: string, load: () => Promise<Session>): Promise<Session>
  /** @param bar also when the write is not yet committed: by the process that writes */
  forget(userId: string, bar?: 'bar'): void
  forgetAll(bar?: 'bar'): void
}

interface Kept {
  session: Session
  until: number
  platform: Platform
}

/** @param trusted false while messages of other processes may be missed: nothing is kept then */
export function createSessionCache(platform: () => Platform, trusted: () => boolean): SessionCache {
  const kept = new Map<string, Kept>()
  const sessionsOf = new Map<string, Set<string>>()
  const barredUntil = new Map<string, number>()
  let epoch = 0
  let allBarredUntil = 0
  const drop = (userId: string): void => {
    for (const sessionId of sessionsOf.get(userId) ?? []) kept.delete(sessionId)
    sessionsOf.delete(userId)
  }
  const clear = (): void => {
    kept.clear()
    sessionsOf.clear()
  }
  return {
    async get(sessionId, load) {
      const known = kept.get(sessionId)
      if (known && known.until > Date.now() && known.platform === platform() && trusted()) return known.session
      const before = epoch
      const session = await load()
      const userId = session.userId ?? ''
      const barred = Math.max(barredUntil.get(userId) ?? 0, barredUntil.get(session.seeing?.actorId ?? '') ?? 0)
      if (before !== epoch || !trusted() || barred > Date.now() || allBarredUntil > Date.now()) return session
      if (kept.size >= MAX_KEPT) clear()
      kept.set(sessionId, { session, until: Date.now() + KEEP_MS, platform: platform() })
      for (const person of new Set([userId, session.seeing?.actorId ?? userId]))
        sessionsOf.set(person, (sessionsOf.get(person) ?? new Set()).add(sessionId))
      return session
    },
    forget(userId, bar) {
      epoch++
      drop(userId)
      if (!bar) return
      for (const [barred, until] of barredUntil) if (until < Date.now()) barredUntil.delete(barred)
      barredUntil.set(userId, Date.now() + BARRED_MS)
    },
    forgetAll(bar) {
      epoch++
      if (bar) allBarredUntil = Date.now() + BARRED_MS
      clear()
    },
  }
}
