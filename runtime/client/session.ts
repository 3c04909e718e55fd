/** Who is signed in, in this browser: tokens in storage, facts from boot. Signing in or out in one tab reaches the others. */
import { proxy } from 'valtio/vanilla'
import type { SessionFacts, Tokens } from '../core/contracts.ts'
import type { Permission } from '../core/documents.ts'
import { holdsPermission } from '../core/permissions.ts'
import type { BootUser } from '../core/wire.ts'
import { request } from './http.ts'
import { readTokens, tokensKey, writeTokens } from './tokens.ts'

const VISITOR: SessionFacts = { userId: null, signedIn: false, name: null, identity: null, identities: 0, seeing: null, permissions: [] }

/** `ended`: the session stopped by itself and the person has not been told yet. */
export const session = proxy<{ user: BootUser | null; facts: SessionFacts; ended: boolean }>({ user: null, facts: VISITOR, ended: false })

let codes: ReadonlySet<string> = new Set()

/** Takes over what boot says about the caller. */
export function setSession(user: BootUser | null, facts: SessionFacts): void {
  codes = new Set(facts.permissions)
  Object.assign(session, { user, facts })
}

/** Whether a node or action may be shown; nothing declared means yes. The server has pruned already, this keeps fallbacks working. */
export function mayUse(permission: Permission | undefined): boolean {
  return permission === undefined || holdsPermission(codes, permission)
}

/** Keeps the tokens a sign-in call answered. The caller boots again. */
export function keepTokens(tokens: Tokens): void {
  session.ended = false
  writeTokens(tokens)
}

/** Ends the session on the server and here. A server that cannot be reached does not keep anybody signed in. */
export async function endSession(): Promise<void> {
  if (readTokens()) await request('session.signOut', {}, {}).catch(() => {})
  session.ended = false
  writeTokens(null)
}

/** Calls back when another tab signs in or out, not when it only refreshes a token. Answers the remover. */
export function onOtherTab(listener: () => void): () => void {
  const hear = (event: StorageEvent): void => {
    if (event.key === tokensKey() && (event.oldValue === null) !== (event.newValue === null)) listener()
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}
