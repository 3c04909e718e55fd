/** What an API key may do: the calls of its scopes, up to a number per minute. */
import type { Session } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import { allowsCall } from '../../core/keyScopes.ts'
import type { ServerDeps } from '../serverContext.ts'
import type { CompiledCall } from './compileCall.ts'
import { countCall } from './rateLimit.ts'

const SECONDS = 60

/** Nothing for sessions of people. @throws KEY_SCOPE, RATE_LIMITED with details.retryAfter */
export async function assertKey({ key }: Session, { document }: CompiledCall, { pool, platform }: ServerDeps): Promise<void> {
  if (!key) return
  if (!allowsCall(key.scopes, document)) throw new AgonError('KEY_SCOPE', { call: document.id })
  const max = Number(platform().get('settings', 'platform.apiKeys').values.requests!.value)
  const { count, wait } = await countCall(pool, `key ${key.id}`, SECONDS)
  if (count > max) throw new AgonError('RATE_LIMITED', { max, seconds: SECONDS, retryAfter: wait })
}
