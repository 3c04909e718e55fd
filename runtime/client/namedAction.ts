/** The action that a reference stands for, with what it is. */
import type { Action, ActionRef } from '../core/documents.ts'
import { findDocument } from './library.ts'

/** @returns undefined when it did not come with the bundle */
export function namedAction(reference: ActionRef): Action | undefined {
  if (typeof reference !== 'string' && 'steps' in reference) return reference
  return findDocument('actions', typeof reference === 'string' ? reference : reference.ref)
}
