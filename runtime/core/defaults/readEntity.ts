import { isRecord } from '../isRecord.ts'
import type { Json } from '../language/shortForm.ts'
import type { FindMembers } from './FindMembers.ts'

/** Id of the entity whose rows a call reads or writes by an operation. */
export function readEntity(id: string, membersOf: FindMembers): string | undefined {
  const operation = membersOf('call', id)?.operation
  if (!isRecord(operation)) return undefined
  if (typeof operation.entity === 'string') return operation.entity
  const flow = typeof operation.flow === 'string' ? (membersOf('flow', operation.flow) as Json | undefined) : undefined
  return typeof flow?.entity === 'string' ? flow.entity : undefined
}
