import { isRecord } from '../isRecord.ts'
import type { Json } from '../language/shortForm.ts'
import type { Lend } from './Lend.ts'

/** Id of the entity whose rows a call reads or writes by an operation. */
export function readEntity(id: string, lend: Lend): string | undefined {
  const operation = lend('call', id)?.operation
  if (!isRecord(operation)) return undefined
  if (typeof operation.entity === 'string') return operation.entity
  const flow = typeof operation.flow === 'string' ? (lend('flow', operation.flow) as Json | undefined) : undefined
  return typeof flow?.entity === 'string' ? flow.entity : undefined
}
