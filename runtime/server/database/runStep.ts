/** Runs one change of a table within a transaction that continues when the rows do not allow it. */
import type { TableStep } from './planTables.ts'
import type { Querying } from './readCatalog.ts'

/** Whether there are rows that the step would lose or break. */
export async function isBlocked(client: Querying, { blockedBy }: Pick<TableStep, 'blockedBy'>): Promise<boolean> {
  return blockedBy !== undefined && (await client.query(`${blockedBy} LIMIT 1`)).rows.length > 0
}

/** @returns the error with which PostgreSQL refused it, after undoing it; null when it was done @throws what a step fails with that no rows can refuse */
export async function tryStep(client: Querying, { sql, migration }: Pick<TableStep, 'sql' | 'migration'>): Promise<Error | null> {
  if (!migration) {
    await client.query(sql)
    return null
  }
  await client.query('SAVEPOINT step')
  try {
    await client.query(sql)
    return null
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT step')
    return error as Error
  }
}
