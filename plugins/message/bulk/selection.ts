/** People chosen in a table. Only who chose them writes to them, and with the reach that this person has now. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

export interface Selection {
  id: string
  list: string
  params: Record<string, unknown>
  /** Ids of rows; null: all that match. */
  ids: string[] | null
  competitionId: string | null
  organisationId: string | null
}

/** @throws NOT_FOUND, also for what someone else chose */
export async function ownSelection(id: string | undefined, { rows, session, platform, fail }: HandlerContext): Promise<Selection> {
  const row = id === undefined ? null : await rows.find('message.selection', { id, ownerId: session.userId! })
  if (!row || !platform.documents.call.get(row.list)?.people) return fail('NOT_FOUND', { entity: 'message.selection', id })
  const { list, params, ids, competitionId, organisationId } = row
  return { id: row.id, list, params: params as Selection['params'], ids: ids as string[] | null, competitionId, organisationId }
}

/** Ids of accounts. @throws what the list throws for who may not read it any more */
export function selectedPeople({ list, params, ids }: Selection, { people }: HandlerContext): Promise<string[]> {
  return people.listed(list, params, ids)
}
