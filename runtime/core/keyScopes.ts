/** What an API key may be allowed to use. A scope is the name of a call, or `read:<area>` for all calls of an area that read. Only calls that are bound to
 *  objects take keys: those of everyone or of the own person say nothing about an organisation, and those that ask for a proof need the person. */
import { isRead } from './callAddress.ts'
import type { CallDocument } from './documents.ts'

const READ = 'read:'

/** Whether keys can be allowed to use the call at all. */
export function takesKeys({ access, proof, secretReply, inner }: CallDocument): boolean {
  return !inner && typeof access === 'object' && (access.within?.length ?? 0) > 0 && !proof && !secretReply
}

/** The group of reading calls that a call belongs to; null for calls that write. */
export function readScope(call: CallDocument): string | null {
  return takesKeys(call) && (isRead(call) || call.onlyReads === true) ? `${READ}${call.id.split('.')[0]}` : null
}

/** Whether an API key with these scopes may make a call. */
export function allowsCall(scopes: readonly string[], call: CallDocument): boolean {
  if (!takesKeys(call)) return false
  const group = readScope(call)
  return scopes.includes(call.id) || (group !== null && scopes.includes(group))
}
