/** Where a scope keeps the session whose reach `reach()` and `everywhere()` ask for. No expression can name it. */
import type { Session } from '../../core/contracts.ts'
import type { Permission } from '../../core/documents.ts'
import { objectsWith } from '../../core/permissions.ts'

export const ASKER = Symbol('asker')

type Scope = Readonly<Record<string | symbol, unknown>>

/** Ids of the objects of a scope on which the asker holds the permission; null: all. @param permission a code, or codes of which one is enough */
export function reachedBy(scope: Scope, permission: unknown, kind: string): readonly string[] | null {
  const asker = scope[ASKER] as Session | undefined
  const asked = permissionOf(permission)
  return asker === undefined || asked === null ? [] : objectsWith(asker, asked, kind)
}

function permissionOf(given: unknown): Permission | null {
  if (typeof given === 'string') return given
  return Array.isArray(given) ? { any: given.map(String) } : null
}
