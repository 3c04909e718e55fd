/** A ranking of the demo that is computed from a frozen round, as an organiser would. */
import type { PrizeQuota } from '../../plugins/ranking/compute/RankingRule.ts'
import { computedList } from '../../plugins/ranking/inputs/computedList.ts'
import { ruleOf } from '../../plugins/ranking/rule/ruleOf.ts'
import { storeComputed } from '../../plugins/ranking/storeComputed.ts'
import type { ExtensionPoint } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { extensionsAt } from '../../runtime/server/importExtensions.ts'
import type { ServerDeps } from '../../runtime/server/serverContext.ts'
import type { SeedScope } from './SeedDatabase.ts'

export interface DemoRanking {
  title: LocalText
  ties: string[]
  quotas: (Pick<PrizeQuota, 'prize'> & Partial<PrizeQuota>)[]
}
interface Place {
  competitionId: string
  eventId: string
  roundId: string
}

export async function insertComputedRanking(
  deps: ServerDeps,
  scope: SeedScope,
  { competitionId, eventId, roundId }: Place,
  { title, ties, quotas }: DemoRanking,
): Promise<void> {
  const row = scope.db.insertInto('ranking_list').values({ competitionId, eventId, title })
  const { id } = await row.returning('id').executeTakeFirstOrThrow()
  const list = { id: String(id), competitionId, eventId, version: 1 }
  const rule = ruleOf({ rounds: [{ roundId, weight: 1 }] }, eventId)
  const empty = { prizeName: null, number: null, percent: null, eventId: null }
  const whole = { ...rule, ties, quotas: quotas.map((quota) => ({ ...empty, ...quota })) }
  const context = {
    ...scope,
    documents: { store: deps.services.documentStore.bind(scope) },
    extensions: <P extends ExtensionPoint>(point: P) => extensionsAt(deps.extensions, point),
  }
  await storeComputed(list, await computedList(list, whole, context), scope)
}
