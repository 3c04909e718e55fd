/** What of a call may be in an address. Addresses end up in histories, logs and referrers: writes answer no GET, and secret parameters travel in a
 *  body, unless the call says in `inAddress` why not. */
import type { CallDocument, JsonSchema } from './documents.ts'

const READS: ReadonlySet<string> = new Set(['list', 'get', 'count', 'statistics', 'options'])
const DESIGN_READS: ReadonlySet<string> = new Set(['draft', 'versions', 'version'])

/** A handler, and an operation that makes another call, reads when the call's first method is GET. */
export function isRead({ operation, method }: Pick<CallDocument, 'operation' | 'method'>): boolean {
  if (!operation || operation.kind === 'call') return [method].flat()[0] === 'GET'
  return operation.kind === 'design' ? DESIGN_READS.has(operation.step) : READS.has(operation.kind)
}

/** Names of the input parameters that are `writeOnly`, or have a part that is. */
export function secretParameters({ input }: Pick<CallDocument, 'input'>): string[] {
  const properties = (input?.properties ?? {}) as Record<string, JsonSchema>
  return Object.keys(properties).filter((name) => hidesSecret(properties[name]))
}

function hidesSecret(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  if ((schema as JsonSchema).writeOnly === true) return true
  return Object.values(schema).some(hidesSecret)
}
