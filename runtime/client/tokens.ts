/** Tokens of the session in the browser's storage, shared by all tabs. Storage keys carry the app's suffix, so that two installations under
 *  one host do not mix. */
import type { Tokens } from '../core/contracts.ts'
import { isForeignFrame } from './foreignFrame.ts'
import { readStored, remembered, writeStored } from './remembered.ts'

export type StoredTokens = Pick<Tokens, 'access_token' | 'refresh_token'>

/** Storage key of the tokens; the `storage` event of other tabs names it. */
export function tokensKey(): string {
  return storageKey('tokens')
}

/** Where something that belongs to the session is kept. */
function storageKey(name: string): string {
  return `agon.${name}${remembered().storageSuffix}`
}

/** Tokens of the signed-in person, or null. Read from the storage each time: another tab may have renewed them. */
export function readTokens(): StoredTokens | null {
  return isForeignFrame() ? null : readStored<StoredTokens>(tokensKey())
}

/** Keeps tokens for all tabs. */
export function writeTokens({ access_token, refresh_token }: StoredTokens): void {
  writeStored(tokensKey(), { access_token, refresh_token })
}

/** Id of the person whom the server last recognised by the tokens; null: it has not been asked yet. */
export function readOwner(): string | null {
  return readStored<string>(storageKey('owner'))
}

/** Null: no one is recognised yet. */
export function writeOwner(person: string | null): void {
  writeStored(storageKey('owner'), person)
}

/** Removes the tokens and what the app document lists with them, and nothing else: drafts and settings stay (spec 4). */
export function dropSession(): void {
  for (const name of ['tokens', 'owner', ...remembered().cleared]) writeStored(storageKey(name), null)
}
