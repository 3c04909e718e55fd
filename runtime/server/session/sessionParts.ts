/** What the parts of the sessions service share. */

import type { OpenedDatabase } from '../database/openDatabase.ts'
import type { ServerDeps } from '../serverContext.ts'
import type { createAccessTokens } from './accessToken.ts'
import type { createGuesses } from './guesses.ts'
import type { createSessionCache } from './sessionCache.ts'

export interface SessionParts {
  deps: ServerDeps
  /** Connections of its own: what is written here must stand also when the call fails. */
  own: OpenedDatabase
  /** There from the start on. */
  keys: { access?: Buffer; refresh?: Buffer }
  accessTokens: ReturnType<typeof createAccessTokens>
  guesses: ReturnType<typeof createGuesses>
  cache: ReturnType<typeof createSessionCache>
}
