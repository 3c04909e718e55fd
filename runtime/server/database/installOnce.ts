/** What the database holds beside its tables (triggers, partial indexes): statements that run when they are new or have changed, and never again. A server
 *  that starts while others write must not lock their tables for nothing; those locks would meet theirs in another order, too. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../core/contracts.ts'
import { inTurn } from './inTurn.ts'
import { readVersionOf } from './platformVersion.ts'

const SOURCE = 'installed'

/**
 * Runs the statements in one transaction unless just these ran before. Processes that start at the same time take it in turn.
 * @param name       of the part that needs them, the same at every start
 * @param statements idempotent: `create or replace`, `if not exists`
 */
export function installOnce(db: Database, name: string, statements: readonly string[]): Promise<void> {
  const hash = createHash('sha256').update(statements.join('\n')).digest('hex')
  return inTurn(db, `install ${name}`, async (transaction) => {
    const known = await sql<{ hash: string }>`select hash from platform_migration where source = ${SOURCE} and name = ${name}`.execute(
      transaction,
    )
    if (known.rows[0]?.hash === hash) return
    // beside a newer release, what that one installed stays
    if ((await readVersionOf({ query: (text) => sql.raw<{ value: unknown }>(text).execute(transaction) })) !== 'ours') return
    for (const statement of statements) await sql.raw(statement).execute(transaction)
    await sql`insert into platform_migration (source, name, hash) values (${SOURCE}, ${name}, ${hash})
      on conflict (source, name) do update set hash = excluded.hash, "appliedAt" = now()`.execute(transaction)
  })
}
