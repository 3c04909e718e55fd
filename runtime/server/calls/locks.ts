/** Advisory locks until the end of a transaction. Taken in sorted order, so that two calls that need the same locks never wait for each other in a
 *  circle; waiting longer than the connection's lock time-out ends the call with BUSY. */
import type { CallDocument } from '../../core/documents.ts'
import { type CompiledExpression, compileExpression } from '../../core/expressions/index.ts'
import type { TransactionClient } from './transaction.ts'

/** Names of locks for one run, sorted, without repetitions. */
export type LockNames = (scope: Readonly<Record<string, unknown>>) => string[]

/** The declared locks: those of the input, taken first, and those that an answer of `requires` names, which is asked for again once they are held. A lock whose
 *  key is null is not taken. Null where there are none. */
export function declaredLocks({ locks = [], requires = [] }: CallDocument): { first: LockNames | null; answered: LockNames | null } {
  const answers = new Set(requires.flatMap(({ as }) => as ?? []))
  const compiled = locks.map(({ name, key }) => ({ name, key: compileExpression(key.cel) }))
  const isAnswered = ({ key }: (typeof compiled)[number]) => key.references.some(([root]) => answers.has(root!))
  return {
    first: lockNames(compiled.filter((lock) => !isAnswered(lock))),
    answered: lockNames(compiled.filter(isAnswered)),
  }
}

function lockNames(compiled: readonly { name: string; key: CompiledExpression }[]): LockNames | null {
  if (compiled.length === 0) return null
  return (scope) => {
    const names = compiled.flatMap(({ name, key }) => {
      const value = key.evaluate(scope)
      return value == null ? [] : [`${name}:${typeof value === 'object' ? JSON.stringify(value) : String(value)}`]
    })
    return [...new Set(names)].sort()
  }
}

const TAKE = { name: 'lock', text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))' }

/** Asks for the locks together with the transaction's next statement, whose error is PostgreSQL's lock time-out, reported as BUSY. */
export function takeLocks(transaction: Pick<TransactionClient, 'later'>, names: readonly string[]): void {
  for (const name of names) transaction.later({ ...TAKE, values: [name] })
}

/** Holds the lock when it answers. @throws PostgreSQL's lock time-out, reported as BUSY */
export async function takeLock({ client }: TransactionClient, name: string): Promise<void> {
  await client.query({ ...TAKE, values: [name] })
}
