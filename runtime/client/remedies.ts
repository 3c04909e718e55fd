import type { Action } from '../core/documents.ts'
import { booted } from './boot.ts'
import { CallError } from './CallError.ts'

/** What the app says puts a refusal right, for actions and sources; undefined when it says nothing, or withholds it from this person. */
export function remedyOf(error: unknown): Action | undefined {
  return error instanceof CallError ? booted.boot?.app.remedies?.[error.code] : undefined
}
