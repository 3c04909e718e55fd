import type { CallDocument } from '../../../runtime/core/documents.ts'
import { readScope, takesKeys } from '../../../runtime/core/keyScopes.ts'
import type { Platform } from '../../../runtime/core/platform.ts'

/** Everything that a key can be allowed: scope -> the calls that it opens. */
export function knownScopes(platform: Platform): ReadonlyMap<string, CallDocument[]> {
  const scopes = new Map<string, CallDocument[]>()
  for (const call of platform.documents.call.values()) {
    if (!takesKeys(call)) continue
    const group = readScope(call)
    if (group !== null) scopes.set(group, [...(scopes.get(group) ?? []), call])
    scopes.set(call.id, [call])
  }
  return scopes
}
