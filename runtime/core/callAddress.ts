/** Which parameters of a call may stand in an address. Browser histories, logs and referrers keep addresses. So writes never answer GET, and secret
 *  parameters are sent in the body, unless `inAddress` of the call gives a reason. */
import type { CallDocument, JsonSchema } from './documents.ts'

const READS: ReadonlySet<string> = new Set(['list', 'get', 'count', 'statistics', 'options'])
const DESIGN_READS: ReadonlySet<string> = new Set(['draft', 'used', 'versions', 'version'])

/** A handler, or an operation that makes another call, counts as a read when the first method of the call is GET. */
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
