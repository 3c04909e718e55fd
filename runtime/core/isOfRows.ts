import type { CallDocument, EntityDocument, Operation, RowOperation } from './documents.ts'
import { compileExpression } from './expressions/compileExpression.ts'
import { usesRowFunctions } from './expressions/relatedRows.ts'

const OTHERS: ReadonlySet<string> = new Set(['design', 'options', 'call', 'move'])

/** Whether an operation answers rows of an entity. Others answer what the call's `output` says as a JSON Schema. */
export function isOfRows(operation: Operation): operation is RowOperation {
  return !OTHERS.has(operation.kind)
}

/** Whether a write of rows answers null: its `output` is the type null. */
export function answersNothing({ output }: Pick<CallDocument, 'output'>): boolean {
  return output !== undefined && !Array.isArray(output) && output.type === 'null'
}

/** Whether `within` of the call's access restricts the rows that an operation reads or writes; otherwise it holds the objects that the input names. */
export function restrictsRows(operation: Operation): boolean {
  return isOfRows(operation) || operation.kind === 'move' || (operation.kind === 'options' && operation.entity !== undefined)
}

const OF_INPUT: ReadonlySet<string> = new Set(['get', 'list', 'count', 'reveal'])

/** Whether `within` of the call's access names parameters of the input where the entity has no such fields. The objects that they name are then checked
 *  against the reach, as those of a handler. A read has to require them: without them nothing would be checked. */
export function holdsInput({ access, operation, input }: CallDocument, entity: EntityDocument | undefined): boolean {
  if (entity === undefined || operation === undefined || typeof access !== 'object') return false
  const isRead = OF_INPUT.has(operation.kind)
  if (!isRead && operation.kind !== 'update' && operation.kind !== 'remove') return false
  const parameters = (input?.properties ?? {}) as object
  const required = (input?.required ?? []) as string[]
  const within = access.within ?? []
  return (
    within.length > 0 &&
    within.every(
      ({ field }) =>
        !Object.hasOwn(entity.fields, field) && Object.hasOwn(parameters, field) && field !== 'id' && (!isRead || required.includes(field)),
    )
  )
}

const REACH: ReadonlySet<string> = new Set(['reach'])

/** Whether the condition of an operation says itself which rows are within reach: `within` of the call's access holds the objects that the input names then,
 *  as a handler's. */
export function reachesByItself({ operation }: Pick<CallDocument, 'operation'>): boolean {
  const where = operation && 'where' in operation ? operation.where?.cel : undefined
  return where !== undefined && usesRowFunctions(compileExpression(where).ast, REACH)
}
