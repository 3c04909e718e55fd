/** Stored answers at their form version, without the fields that the reader may not see. Who may read the row is decided by the caller. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

export interface ReadableAnswers {
  id: string
  formHash: string
  answers: Record<string, unknown>
}

/** @param whole  of the person's own row: personal values are not masked
 *  @throws when the row does not exist: callers run the call that decides on access first */
export async function readAnswers(id: string, { db, forms }: HandlerContext, whole = false): Promise<ReadableAnswers> {
  const row = await db.selectFrom('signup_registration').select(['formHash', 'answers']).where('id', '=', id).executeTakeFirstOrThrow()
  return { id, formHash: row.formHash, answers: await forms.read(row.formHash, row.answers, { whole }) }
}
