/** What every operation compiles to, and what it is compiled from. */
import type { CallDocument, EntityDocument, Operation, OutputField } from '../../../core/documents.ts'
import { AgonError } from '../../../core/errors.ts'
import { answersNothing, reachesByItself } from '../../../core/isOfRows.ts'
import type { Platform } from '../../../core/platform.ts'
import type { TableModel } from '../../database/tableModel.ts'
import { hasEntries, type LogWriter, logWriter } from '../../log/logEntry.ts'
import type { RulesOf } from '../../rows/importRules.ts'
import type { ChosenAnswers } from '../../serverContext.ts'
import type { Reach } from '../accessRule.ts'
import type { CallRun } from '../CallRun.ts'
import type { Flow } from '../flows.ts'
import { assertWithin, type RowSelection } from '../rowSource.ts'

export interface CompiledOperation {
  /** Needs a transaction of its own even when nothing else asks for one. */
  transactional: boolean
  run(input: Readonly<Record<string, unknown>>, run: CallRun, reach: Reach): Promise<unknown>
  /** For statistics: the answers that they cover. */
  chosen?(input: Readonly<Record<string, unknown>>, run: CallRun, reach: Reach): Promise<ChosenAnswers>
}

/** Answers of changes that found the row as it should be already: nothing was written. */
export const unchangedAnswers = new WeakSet<object>()

/** One kind of operation, or several: `OperationOf<'create'>`. */
export type OperationOf<K extends Operation['kind'], O = Operation> = O extends { kind: infer P } ? (K extends P ? O : never) : never

export interface OperationContext<O extends Operation = Operation> {
  call: CallDocument
  operation: O
  platform: Platform
  tables: ReadonlyMap<string, TableModel>
  flows: ReadonlyMap<string, Flow>
  /** Where calls run. */
  rules?: RulesOf
}

/** Entity, table and output of an operation. @throws CALL_COMPILE */
export function selectionOf({ call, platform, tables }: OperationContext, entityId: string): RowSelection {
  const entity: EntityDocument = platform.get('entity', entityId)
  const model = tables.get(entityId)!
  const selection = { entity, model, platform }
  const within = typeof call.access === 'object' && !reachesByItself(call) ? (call.access.within ?? []) : []
  assertWithin(
    call.id,
    selection,
    within.map(({ field }) => field),
  )
  return selection
}

/** Declared output of an operation; `id` alone when none is declared, or when nothing is answered. @throws CALL_COMPILE */
export function outputFields({ call }: OperationContext): readonly OutputField[] {
  if (call.output === undefined || answersNothing(call)) return ['id']
  if (!Array.isArray(call.output))
    throw new AgonError('CALL_COMPILE', { call: call.id, reason: 'the output of an operation is a list of fields' })
  return call.output
}

/** Null when the call asks not to be logged. */
export function callLog({ call, platform, operation }: OperationContext, entity: EntityDocument): LogWriter | null {
  if (operation.kind !== 'reveal' && !hasEntries(entity)) return null
  return call.log === false ? null : logWriter(platform, entity, call.log?.title ?? call.title)
}

/** NOT_FOUND with the id that was asked for. */
export function notFound(entity: EntityDocument, input: Readonly<Record<string, unknown>>): AgonError {
  return new AgonError('NOT_FOUND', { entity: entity.id, id: typeof input.id === 'string' ? input.id : '' })
}
