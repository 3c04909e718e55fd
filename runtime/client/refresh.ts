/** Renews an expired access token: once for all waiting requests of this tab, and under a lock shared by all tabs, because a refresh token is
 *  good for one use. When the server refuses, the session has ended: tokens are dropped and the listeners notified. */
import type { Tokens } from '../core/contracts.ts'
import type { Envelope } from '../core/wire.ts'
import { CallError } from './CallError.ts'
import { findDocument } from './library.ts'
import { dropSession, readTokens, tokensKey, writeTokens } from './tokens.ts'

let renewing: Promise<string | null> | null = null
const endListeners = new Set<() => void>()

/**
 * A fresh access token after `refused` was refused, or null when the session has ended.
 * @throws CallError NETWORK_FAILED: no one is signed out by a lost connection
 */
export function refreshTokens(refused: string): Promise<string | null> {
  renewing ??= lockedAcrossTabs(() => renew(refused)).finally(() => {
    renewing = null
  })
  return renewing
}

/** Called once when a session ends because it could not be renewed. Answers the remover. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

async function renew(refused: string): Promise<string | null> {
  const tokens = readTokens()
  if (!tokens) return null
  if (tokens.access_token !== refused) return tokens.access_token
  const renewed = await askForTokens(tokens.refresh_token)
  if (renewed) {
    writeTokens(renewed)
    return renewed.access_token
  }
  dropSession()
  for (const listener of endListeners) listener()
  return null
}

async function askForTokens(refreshToken: string): Promise<Tokens | null> {
  const path = findDocument('calls', 'session.refresh')!.path
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
  const reply = await fetch(`/${path}`, { method: 'POST', body }).catch(() => {
    throw new CallError('NETWORK_FAILED')
  })
  if (reply.status >= 500) throw new CallError('SERVER_BUSY', { status: reply.status })
  const envelope = (await reply.json().catch(() => null)) as Envelope | null
  return envelope?.code === 0 ? (envelope.data as Tokens) : null
}

function lockedAcrossTabs<T>(work: () => Promise<T>): Promise<T> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  return locks ? (locks.request(tokensKey(), work) as Promise<T>) : work()
}
