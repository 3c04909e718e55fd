import { AgonError } from '../../runtime/core/errors.ts'

/** What a person at the terminal reads: the message of an error we made or the system gave, the stack of one no one expected. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ')
  if (!(error instanceof Error)) return String(error)
  const isOurs = error instanceof AgonError || error.constructor === Error || 'code' in error
  return isOurs ? error.message : (error.stack ?? error.message)
}
