/** What a browser said about a passkey. */
import { CallError } from './CallError.ts'

/** The person closed the window, took too long, or has begun another way. */
const GIVEN_UP: ReadonlySet<string> = new Set(['NotAllowedError', 'AbortError'])

/** @returns as JSON; null when the person gave up. @throws CallError PASSKEY_REFUSED */
export async function unlessGivenUp(asked: Promise<unknown>): Promise<string | null> {
  try {
    return JSON.stringify(await asked)
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (GIVEN_UP.has(name)) return null
    throw passkeyFailure(name)
  }
}

/** @param reason name of the browser's error */
export function passkeyFailure(reason: string): CallError {
  return new CallError('PASSKEY_REFUSED', { details: { reason } })
}
