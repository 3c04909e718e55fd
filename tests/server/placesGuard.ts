/** What guards the last places, taken away: for controls. */
import { expect } from 'vitest'
import type { Effect, FlowDocument } from '../../runtime/core/documents.ts'
import { serverScope, type World } from './roadWorld.ts'

/** A published document takes the place of the shipped one. */
export async function publishFlowWithoutLimit(world: World, id: 'signup.review' | 'signup.waitingLife' = 'signup.review'): Promise<void> {
  const { deps } = world.server
  const flow = deps.platform().get('flow', id)
  const unlimited: FlowDocument = {
    ...flow,
    transitions: flow.transitions.map(({ effects = [], ...transition }) => ({ ...transition, effects: effects.map(withoutLimit) })),
  }
  await deps.db.transaction().execute(async (db) => {
    const documentStore = deps.services.documentStore.bind(serverScope(world, db))
    await documentStore.saveDraft('flow', flow.id, unlimited)
    await documentStore.publish('flow', flow.id)
  })
  await world.server.reloadPlatform()
}

/** And the check of the table goes too. */
export async function dropTableRule(world: World): Promise<void> {
  const checks = await world.rows(
    `SELECT conname FROM pg_constraint WHERE conrelid = 'competition_event'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%taken%capacity%'`,
  )
  expect(checks).toHaveLength(1)
  await world.rows(`ALTER TABLE competition_event DROP CONSTRAINT "${checks[0].conname}"`)
}

function withoutLimit(effect: Effect): Effect {
  if (!('add' in effect)) return effect
  const { ref, field, by } = effect.add
  return { add: { ref, field, by } }
}
