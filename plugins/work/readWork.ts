/** Stored answers of a work at their form version, without the fields that the reader may not see. Who may read the row is decided by the caller. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** @param whole  of the person's own work: personal values are not masked */
export async function readWork(id: string, { documents, rows }: HandlerContext, whole = false) {
  const row = await rows.get('work.work', id)
  return { id, formHash: row.formHash as string, answers: await documents.forms.read(row.formHash, row.answers, { whole }) }
}
