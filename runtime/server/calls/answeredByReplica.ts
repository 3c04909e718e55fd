/** Whether a replica of the database may answer a call, by its documents alone: it only reads rows, and none that decide who may do what. */
import type { CallDocument } from '../../core/documents.ts'
import type { Platform } from '../../core/platform.ts'

const KINDS: ReadonlySet<string> = new Set(['list', 'count', 'statistics', 'options', 'export'])
/** Rows that an expression reads beside its own. */
const OTHER_ROWS = /\brows\(\s*\\?['"]([\w.]+)/g

/** A call that takes locks, asks for a proof of the person, counts places or answers secrets is answered by the primary. */
export function answeredByReplica(call: CallDocument, { documents }: Pick<Platform, 'documents'>): boolean {
  const { operation, locks, proof, needs, secretReply } = call
  if (!operation || !KINDS.has(operation.kind) || locks || proof || needs || secretReply) return false
  const own = 'entity' in operation && operation.entity !== undefined ? documents.entity.get(operation.entity) : undefined
  const others = [...JSON.stringify([call, own?.fields]).matchAll(OTHER_ROWS)].map(([, id]) => documents.entity.get(id!))
  return [own, ...others].every((entity) => entity?.primaryOnly === undefined)
}
