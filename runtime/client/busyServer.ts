/** A server that is busy for a moment says when to ask again (`Retry-After`): what only reads does so by itself, before a person hears of it. */
import { MS_PER_SECOND } from '../core/time.ts'
import { pauseFor } from './pauseFor.ts'

const MAX_ATTEMPTS = 4
const LONGEST_WAIT_S = 5
const BUSY_STATUS = 503

/** @param ask  reads alone: it may run several times
 *  @returns    the first reply that is not busy, or the last one */
export async function askPatiently(ask: () => Promise<Response>, signal: AbortSignal | undefined): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const reply = await ask()
    const wait = attempt < MAX_ATTEMPTS ? await wantedWait(reply) : null
    if (wait === null) return reply
    // not all at the same moment
    await pauseFor(wait * attempt * MS_PER_SECOND * (0.75 + Math.random() / 2), signal)
    signal?.throwIfAborted()
  }
}

/** Seconds; null for a reply that asking again would not change: work that took too long takes as long again. */
async function wantedWait(reply: Response): Promise<number | null> {
  const seconds = Number(reply.headers.get('retry-after') ?? Number.NaN)
  if (reply.status !== BUSY_STATUS || !(seconds <= LONGEST_WAIT_S)) return null
  const body: unknown = await reply
    .clone()
    .json()
    .catch(() => ({ error: 'BUSY' }))
  return (body as { error?: unknown } | null)?.error === 'BUSY' ? seconds : null
}
