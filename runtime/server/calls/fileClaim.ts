/** Files named by a row that an operation writes belong to that row from then on. Null when the operation sets no field that holds files. */
import type { Value } from '../../core/documents.ts'
import type { CallRun } from './CallRun.ts'
import { compileValue } from './compileValue.ts'
import type { RowSelection } from './rowSource.ts'

/** Column for the row's id beside the declared output; no field can have this name. */
export const CLAIMING_ID = '.id'

export type FileClaim = (run: CallRun, scope: Readonly<Record<string, unknown>>, rows: Record<string, unknown>[]) => Promise<void>

/** The function takes the rows of the statement, with `CLAIMING_ID`, which it removes. */
export function fileClaim({ model, entity }: RowSelection, set: Record<string, Value>): FileClaim | null {
  const holding = Object.entries(set).filter(([name]) => ['file', 'files'].includes(model.columns.get(name)?.field.type ?? ''))
  if (holding.length === 0) return null
  const values = holding.map(([, value]) => compileValue(value))
  return async (run, scope, rows) => {
    const files = values.map((evaluate) => evaluate(scope))
    for (const row of rows) {
      const id = String(row[CLAIMING_ID])
      delete row[CLAIMING_ID]
      await run.set.deps.services.files.claim(run.callScope, entity.id, id, files)
    }
  }
}
