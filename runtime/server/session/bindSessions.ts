/** Sessions as handlers of one call see them: what they write is part of the call. */
import { sql } from 'kysely'
import type { EntityTypes, SessionService, SignedIn, Tokens } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import { MS_PER_MINUTE } from '../../core/time.ts'
import type { CallScope } from '../serverContext.ts'
import { networkOf } from '../wire/networkOf.ts'
import { loadPerson } from './loadRights.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { deviceOf, issueTokens, lifeFrom, refreshSession } from './refreshSession.ts'
import { createRefreshRandom, hashRefreshToken } from './refreshToken.ts'
import { isSecondFactorRequired, secondFactorNeed } from './secondFactorNeed.ts'
import type { SessionParts } from './sessionParts.ts'
import { createTickets } from './tickets.ts'

const PROOF_MINUTES = 10

export function bindSessions(parts: SessionParts, scope: CallScope): SessionService {
  const { deps, cache, guesses } = parts
  const end = (reason: string, where: Parameters<typeof endSessions>[3]) => endSessions(parts, scope, reason, where)
  return {
    ...signingIn(parts, scope),
    ...proving(parts, scope),
    refresh: (text) => refreshSession(parts, text, deviceOf(scope)),
    close: (sessionId) => end('signedOut', { id: sessionId }),
    closeAll: (userId, except, reason = 'closed') => end(reason, { userId, ...(except === undefined ? {} : { except }) }),
    hashPassword,
    verifyPassword,
    changed: (userId) => cache.forget(userId, 'bar'),
    changedForAll: () => cache.forgetAll('bar'),
    rightsOf: (userId, identity) => loadPerson(scope.db, deps.platform(), userId, identity ?? null),
    countGuess: (at) => {
      deps.services.security.suspect(scope.request, at)
      return guesses.count(at, networkOf(scope.request.ip))
    },
    forgiveGuess: (at) => guesses.forgive(at, networkOf(scope.request.ip)),
  }
}

type SigningIn = Pick<SessionService, 'open' | 'stepOf' | 'requiresSecondFactor' | 'takeStep' | 'issueTicket' | 'redeemTicket'>

function signingIn(parts: SessionParts, scope: CallScope): SigningIn {
  const { deps } = parts
  const tickets = createTickets(scope, deps.platform().app)
  return {
    async open(userId, facts = {}): Promise<SignedIn> {
      const need = facts.secondFactor ? null : await secondFactorNeed(scope.db, deps.platform(), userId)
      return need ? { secondFactor: { step: await tickets.wait(userId), setUp: need === 'setUp' } } : openNow(parts, scope, userId, facts)
    },
    async stepOf(step) {
      const userId = await tickets.waiting(step)
      return { userId, setUp: (await secondFactorNeed(scope.db, deps.platform(), userId)) === 'setUp' }
    },
    requiresSecondFactor: (userId) => isSecondFactorRequired(scope.db, deps.platform(), userId),
    takeStep: async (step) => openNow(parts, scope, await tickets.endWait(step), { secondFactor: true }),
    issueTicket: (to) => tickets.issue(to),
    redeemTicket: async (from) => moveSession(parts, scope, await tickets.redeem(from)),
  }
}

function proving({ deps }: SessionParts, scope: CallScope): Pick<SessionService, 'noteProof' | 'assertProof'> {
  return {
    async noteProof() {
      const provedAt = scope.now.toISOString()
      await scope.db.updateTable('account_session').set({ provedAt }).where('id', '=', scope.session.sessionId).execute()
    },
    async assertProof() {
      const since = new Date(
        scope.now.getTime() - (deps.platform().app.session.proofMinutes ?? PROOF_MINUTES) * MS_PER_MINUTE,
      ).toISOString()
      const row = await scope.db
        .selectFrom('account_session')
        .select('id')
        .where('id', '=', scope.session.sessionId)
        .where('provedAt', '>', since)
        .executeTakeFirst()
      if (!row) throw new AgonError('PROOF_NEEDED', { call: scope.call ?? '' })
    },
  }
}

/** Ends sessions immediately, in every process. */
async function endSessions(
  { cache }: SessionParts,
  scope: CallScope,
  reason: string,
  where: { id?: string; userId?: string; except?: string },
): Promise<void> {
  const rows = await scope.db
    .updateTable('account_session')
    .set({
      endedAt: scope.now.toISOString(),
      endReason: reason as EntityTypes['account.session']['change']['endReason'],
      updatedAt: scope.now.toISOString(),
    })
    .where('endedAt', 'is', null)
    .$if(where.id !== undefined, (query) => query.where('id', '=', where.id!))
    .$if(where.userId !== undefined, (query) => query.where('userId', '=', where.userId!))
    .$if(where.except !== undefined, (query) => query.where('id', '!=', where.except!))
    .returning('userId')
    .execute()
  for (const { userId } of rows) cache.forget(userId as string, 'bar')
}

async function openNow(
  parts: SessionParts,
  scope: CallScope,
  userId: string,
  facts: { identity?: string; secondFactor?: boolean },
): Promise<Tokens> {
  const random = createRefreshRandom()
  const now = scope.now.toISOString()
  const row = await scope.db
    .insertInto('account_session')
    .values({
      userId,
      identity: facts.identity ?? null,
      tokenHash: hashRefreshToken({ sessionId: '', random }),
      rotatedAt: now,
      expiresAt: lifeFrom(parts.deps, scope.now, sql.val(userId)),
      lastSeenAt: now,
      secondFactorAt: facts.secondFactor ? now : null,
      ...deviceOf(scope),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return issueTokens(parts, userId, { sessionId: row.id as string, random })
}

/** Moves the session to the bearer of its ticket, with new tokens. @throws TICKET_INVALID */
async function moveSession(parts: SessionParts, scope: CallScope, sessionId: string): Promise<Tokens> {
  const random = createRefreshRandom()
  const row = await scope.db
    .updateTable('account_session')
    .set({
      tokenHash: hashRefreshToken({ sessionId, random }),
      previousHash: null,
      rotatedAt: scope.now.toISOString(),
      expiresAt: lifeFrom(parts.deps, scope.now, sql.ref('account_session.userId')),
    })
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .where('userId', 'in', scope.db.selectFrom('account_user').select('id').where('state', '=', 'active'))
    .returning('userId')
    .executeTakeFirst()
  if (!row) throw new AgonError('TICKET_INVALID')
  return issueTokens(parts, row.userId as string, { sessionId, random })
}
