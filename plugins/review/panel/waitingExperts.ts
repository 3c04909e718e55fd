/** Experts of a panel who have not answered their invitation, by name. */

import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { byName } from '../../../runtime/core/typed/byName.ts'
import type { Expert } from './panel.ts'

export function waitingExperts(competitionId: string, { db }: Pick<HandlerContext, 'db'>): Promise<Expert[]> {
  return db
    .selectFrom('review_expert')
    .selectAll()
    .where('competitionId', '=', competitionId)
    .where('state', '=', 'invited')
    .orderBy('name', byName)
    .orderBy('id')
    .execute()
}
