/** Which parameters of a call may stand in an address. Browser histories, logs and referrers keep addresses. So writes never answer GET, and secret
 *  parameters are sent in the body, unless `inAddress` of the call gives a reason. */
import type { CallDocument, JsonSchema } from './documents.ts'

const READS: ReadonlySet<string> = new Set(['list', 'get', 'count', 'statistics', 'options'])
const DESIGN_READS: ReadonlySet<string> = new Set(['draft', 'used', 'versions', 'version'])

export interface CallAddress {
  method: string
  path: string
}

/** Everywhere a call answers. An inner call has no address. */
export function addressesOf({ method, path, alsoAt = [] }: Pick<CallDocument, 'method' | 'path' | 'alsoAt'>): CallAddress[] {
  if (path === undefined) return []
  const own = [method ?? []].flat().map((one) => ({ method: one, path }))
  return [...own, ...alsoAt.map((other) => ({ method: 'POST', path: other }))]
}

/** A handler, or an operation that makes another call, counts as a read when the first method of the call is GET, or an inner call says `onlyReads`. */
export function isRead({
  operation,
  method,
  inner,
  onlyReads,
}: Pick<CallDocument, 'operation' | 'method' | 'inner' | 'onlyReads'>): boolean {
  if (!operation || operation.kind === 'call') return inner ? onlyReads === true : [method].flat()[0] === 'GET'
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
