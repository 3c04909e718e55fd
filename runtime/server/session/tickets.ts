/** One-time values on the way through sign-in, rows of `account.ticket`, stored as hashes and taken by one conditional update (the row's lock decides
 *  who is first). A `return` ticket carries a session from the sign-in page to the tab that asked for it: it names the address it was issued for,
 *  and only who knows the secret behind the challenge can use it. A `secondFactor` ticket stands for a sign-in that still waits for that. */
import { createHash, randomBytes } from 'node:crypto'
import type { EntityTypes, SessionService } from '../../core/contracts.ts'
import type { AppDocument } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { acceptReturn, withParameter } from '../../core/returnAddress.ts'
import { MS_PER_SECOND } from '../../core/time.ts'
import type { CallScope } from '../serverContext.ts'

const TICKET_BYTES = 32
/** Time for the second factor: long enough to install an app and scan a code. */
const STEP_SECONDS = 600

export interface Tickets {
  issue: SessionService['issueTicket']
  /** Answers the session's id. @throws RETURN_REFUSED, TICKET_INVALID */
  redeem(from: { ticket: string; returnTo: string; verifier: string }): Promise<string>
  /** Answers the step. */
  wait(userId: string): Promise<string>
  /** Answers the person's id. @throws SIGN_IN_STEP */
  waiting(step: string): Promise<string>
  endWait(step: string): Promise<string>
}

type NewTicket = EntityTypes['account.ticket']['add']
type SignIn = Pick<AppDocument, 'signIn'>

export function createTickets(scope: CallScope, app: SignIn): Tickets {
  const { signIn } = app
  return {
    async issue({ returnTo, challenge }) {
      const { userId, sessionId } = scope.session
      if (userId === null || sessionId === null) throw new AgonError('SESSION_REQUIRED', { call: 'ticket' })
      const address = accept(app, returnTo)
      const ticket = await storeTicket(scope, { purpose: 'return', userId, sessionId, returnTo: address, challenge }, signIn.ticketSeconds)
      return { address: withParameter(address, signIn.ticketParameter, ticket) }
    },
    async redeem({ ticket, returnTo, verifier }) {
      const address = accept(app, returnTo)
      if (!isSentFrom(scope, address)) throw new AgonError('RETURN_REFUSED', { address })
      const taken = await takeTicket(scope, ticket, 'return', { returnTo: address, challenge: digest(verifier) })
      if (!taken) throw new AgonError('TICKET_INVALID')
      return taken.sessionId
    },
    wait: (userId) => storeTicket(scope, { purpose: 'secondFactor', userId }, STEP_SECONDS),
    async waiting(step) {
      const row = await scope.db
        .selectFrom('account_ticket')
        .select('userId')
        .where('hash', '=', digest(step))
        .where('purpose', '=', 'secondFactor')
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', scope.now.toISOString())
        .executeTakeFirst()
      if (!row) throw new AgonError('SIGN_IN_STEP')
      return row.userId as string
    },
    async endWait(step) {
      const taken = await takeTicket(scope, step, 'secondFactor', {})
      if (!taken) throw new AgonError('SIGN_IN_STEP')
      return taken.userId
    },
  }
}

async function storeTicket(scope: CallScope, facts: Omit<NewTicket, 'hash' | 'expiresAt'>, seconds: number): Promise<string> {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url')
  const expiresAt = new Date(scope.now.getTime() + seconds * MS_PER_SECOND).toISOString()
  await scope.db
    .insertInto('account_ticket')
    .values({ ...facts, hash: digest(ticket), expiresAt })
    .execute()
  return ticket
}

function accept({ signIn }: SignIn, address: string): string {
  const accepted = acceptReturn(address, signIn.returnTo)
  if (accepted === null) throw new AgonError('RETURN_REFUSED', { address: address.slice(0, 200) })
  return accepted
}

/** Marks the ticket as used, if it may be. */
async function takeTicket(
  scope: CallScope,
  ticket: string,
  purpose: NewTicket['purpose'],
  facts: Readonly<Partial<Record<'returnTo' | 'challenge' | 'sessionId' | 'userId', string>>>,
): Promise<{ userId: string; sessionId: string } | null> {
  const now = scope.now.toISOString()
  let query = scope.db
    .updateTable('account_ticket')
    .set({ usedAt: now })
    .where('hash', '=', digest(ticket))
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
  for (const [field, value] of Object.entries(facts)) query = query.where(field as 'returnTo', '=', value)
  return ((await query.returning(['userId', 'sessionId']).executeTakeFirst()) as { userId: string; sessionId: string } | undefined) ?? null
}

/** Browsers name the page's host with every write: it must be the one the ticket is for. */
function isSentFrom({ request }: CallScope, address: string): boolean {
  const { origin } = request.headers
  return typeof origin !== 'string' || address.startsWith('/') || new URL(address).origin === origin
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
