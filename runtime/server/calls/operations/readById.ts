import { SqlWriter } from '../../database/SqlWriter.ts'
import { quote } from '../../database/tableNames.ts'
import type { CallRun, RunScope } from '../CallRun.ts'
import type { RowOutput } from '../rowOutput.ts'
import { ROW, type RowSelection } from '../rowSource.ts'

/** What a call answers of one row as it stands, for writes whose own statement does not answer it. */
export function readById({ model }: RowSelection, output: RowOutput) {
  const from = `FROM ${quote(model.name)} ${ROW} ${output.joins}`
  return async (run: CallRun, scope: RunScope, id: unknown): Promise<Record<string, unknown> | undefined> => {
    const writer = new SqlWriter()
    const columns = output.columns(writer, scope)
    const { rows } = await run.query(writer.statement(`SELECT ${columns} ${from} WHERE ${ROW}."id" = ${writer.value(id, 'bigint')}`))
    return (await output.shape(rows, scope, run.asker))[0]
  }
}
