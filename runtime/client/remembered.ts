/** Facts of the last boot that the next start needs before it can ask the server: where the tokens lie, which cookie holds the language and
 *  which skin to paint with. Storage may be forbidden (private windows): then every start is a first start. */

export interface Remembered {
  storageSuffix: string
  languageCookie: string
  /** Names in the storage that go with the session. */
  cleared: readonly string[]
}

const KEY = 'agon.remembered'
const HABIT = 'agon.habit.'
const FIRST_START: Remembered = { storageSuffix: '', languageCookie: 'lang', cleared: [] }

/** What the last boot left, or the values of a first start. */
export function remembered(): Remembered {
  return { ...FIRST_START, ...(readStored<Partial<Remembered>>(KEY) ?? {}) }
}

/** Keeps facts for the next start. */
export function remember(facts: Remembered): void {
  writeStored(KEY, facts)
}

/** Parsed value of a storage key; null when absent, unreadable or forbidden. */
export function readStored<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(key)
    return text === null ? null : (JSON.parse(text) as T)
  } catch {
    return null
  }
}

/** Storage key of a habit: what this browser does without being asked again, until someone signs out. */
export function habitKey(name: string): string {
  return `${HABIT}${name}`
}

/** Cache of pages that open without network (`offline/keptPages.ts`). */
export const KEPT_STORE = 'agon.kept'

/** Forgets the pages that open without network. */
export async function forgetKept(): Promise<void> {
  if (typeof caches !== 'undefined') await caches.delete(KEPT_STORE).catch(() => false)
}

/** Forgets everything that this site has kept of people in this browser (spec 4). */
export async function clearStored(): Promise<void> {
  try {
    // immediately: by that the other tabs tell a sign-out from a session that ended
    localStorage.clear()
  } catch {
    // forbidden storage holds nothing
  }
  await forgetKept()
}

/** Stores a value as JSON, or removes the key for null. A full or forbidden storage loses the value silently: it is a convenience only. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Private window or quota: the person works on without this memory.
  }
}
