/** Who is signed in, in this browser: tokens in storage, facts from boot. Signing in or out in one tab reaches the others. */
import { proxy } from 'valtio/vanilla'
import type { SessionFacts, Tokens } from '../core/contracts.ts'
import type { Permission } from '../core/documents.ts'
import { holdsPermission } from '../core/permissions.ts'
import type { BootUser } from '../core/wire.ts'
import { request } from './http.ts'
import { clearStored } from './remembered.ts'
import { readTokens, tokensKey, writeOwner, writeTokens } from './tokens.ts'

const VISITOR: SessionFacts = { userId: null, signedIn: false, name: null, identity: null, identities: 0, seeing: null, permissions: [] }

/** `ended`: the session stopped by itself and the person has not answered yet. `declinedAt`: path on which they did not want to sign in again. */
export const session = proxy<{ user: BootUser | null; facts: SessionFacts; ended: boolean; declinedAt: string | null }>({
  user: null,
  facts: VISITOR,
  ended: false,
  declinedAt: null,
})

let codes: ReadonlySet<string> = new Set()

/** Takes over what boot says about the caller. */
export function setSession(user: BootUser | null, facts: SessionFacts): void {
  codes = new Set(facts.permissions)
  Object.assign(session, { user, facts, ended: session.ended && !facts.signedIn })
}

/** Whether a node or action may be shown; nothing declared means yes. The server has pruned already, this keeps fallbacks working. */
export function mayUse(permission: Permission | undefined): boolean {
  return permission === undefined || holdsPermission(codes, permission)
}

/** Keeps the tokens a sign-in call answered. The caller boots again. */
export function keepTokens(tokens: Tokens): void {
  session.ended = false
  writeOwner(null)
  writeTokens(tokens)
}

/** Ends the session on the server and in all tabs here; nothing of the person stays in this browser (spec 4). A server that cannot be reached does
 *  not keep anyone signed in. */
export async function endSession(): Promise<void> {
  if (readTokens()) await request('session.signOut', {}, {}).catch(() => {})
  session.ended = false
  await clearStored()
}

/** Calls back when another tab signs in or out (`changed`), or found that the session has ended; not when it only refreshes a token. Answers the
 *  remover. */
export function onOtherTab(listener: (what: 'changed' | 'ended') => void): () => void {
  const hear = (event: StorageEvent): void => {
    // signing out clears the whole storage
    if (event.key === null) listener('changed')
    else if (event.key === tokensKey() && (event.oldValue === null) !== (event.newValue === null))
      listener(event.newValue === null ? 'ended' : 'changed')
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}
