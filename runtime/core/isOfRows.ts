import type { Operation, RowOperation } from './documents.ts'

const OTHERS: ReadonlySet<string> = new Set(['design'])

/** Whether an operation answers rows of an entity. Others answer what the call's `output` says as a JSON Schema, and `within` holds their input, as a handler's. */
export function isOfRows(operation: Operation): operation is RowOperation {
  return !OTHERS.has(operation.kind)
}
