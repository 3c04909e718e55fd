import type { Action } from '../core/documents.ts'
import { booted } from './boot.ts'
import { CallError } from './CallError.ts'

/** The app's remedy for a refusal, for actions and sources; undefined without one, or when this person may not use it. */
export function remedyOf(error: unknown): Action | undefined {
  return error instanceof CallError ? booted.boot?.app.remedies?.[error.code] : undefined
}
