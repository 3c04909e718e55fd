/** Tokens of the session in the browser's storage, shared by all tabs. Storage keys carry the app's suffix, so that two installations under
 *  one host do not mix. */
import type { Tokens } from '../core/contracts.ts'
import { readStored, remembered, writeStored } from './remembered.ts'

export type StoredTokens = Pick<Tokens, 'access_token' | 'refresh_token'>

/** Storage key of the tokens; the `storage` event of other tabs names it. */
export function tokensKey(): string {
  return `agon.tokens${remembered().storageSuffix}`
}

/** Tokens of the signed-in person, or null. Read anew each time: another tab may have refreshed them. */
export function readTokens(): StoredTokens | null {
  return readStored<StoredTokens>(tokensKey())
}

/** Keeps tokens for all tabs; null signs out here and there. */
export function writeTokens(tokens: StoredTokens | null): void {
  writeStored(tokensKey(), tokens && { access_token: tokens.access_token, refresh_token: tokens.refresh_token })
}
