/** Calls the `onWrite` handlers with the rows that a call wrote, as the audit log of its transaction lists them. What these handlers write is not
 *  reported again. */
import type { WrittenRow } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import { LOG_TABLE } from '../log/logEntry.ts'
import type { CallRun } from './CallRun.ts'
import { createContext } from './createContext.ts'
import type { TransactionClient } from './transaction.ts'

export async function tellWritten(run: CallRun, { written }: TransactionClient): Promise<void> {
  const { platform, deps } = run.set
  const entities = [...written].flatMap((id) => {
    const { onWrite } = platform.get('entity', id)
    return onWrite === undefined ? [] : [{ id, onWrite }]
  })
  if (entities.length === 0) return
  const ids = entities.map(({ id }) => id)
  const rows = await writtenRows(run, ids)
  for (const [name, group] of Map.groupBy(entities, ({ onWrite }) => onWrite)) {
    const handler = deps.handlers.get(name)
    if (!handler) throw new AgonError('DOCUMENT_UNKNOWN', { kind: 'handler', id: name })
    const ofGroup = rows.filter(({ entity }) => group.some(({ id }) => id === entity))
    if (ofGroup.length > 0) await handler.run({ rows: ofGroup }, createContext(run))
  }
}

/** Without the entries of exported lists, which name no row. */
async function writtenRows(run: CallRun, entities: readonly string[]): Promise<WrittenRow[]> {
  const text = `SELECT to_jsonb(l) AS "row" FROM ${LOG_TABLE} l WHERE l._transaction = pg_current_xact_id() AND l."entity" = ANY($1::text[]) AND l."rowId" <> '' ORDER BY l.id`
  const { rows } = await run.query<{ row: WrittenRow }>({ text, values: [entities] })
  return rows.map(({ row }) => row)
}
