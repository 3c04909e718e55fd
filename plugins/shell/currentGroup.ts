/** The organisation whose hat the person wears: of the identity itself, or of the competition it is for. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { PLATFORM_GROUP } from './pageSetting.ts'

/** `organisationAdmin:12` -> its kind and object. */
const IDENTITY = /^(\w+):(\d+)$/

/** @returns the organisation's id; the platform's group for everybody else */
export async function currentGroup({ db, session }: Pick<HandlerContext, 'db' | 'session'>): Promise<string> {
  const [, , objectId] = IDENTITY.exec(session.identity ?? '') ?? []
  const scopes = new Set(session.grants.filter((grant) => grant.objectId === objectId).map(({ scope }) => scope))
  if (objectId && scopes.has('organisation')) return objectId
  if (objectId && scopes.has('competition')) {
    const row = await db.selectFrom('competition_competition').select('organisationId').where('id', '=', objectId).executeTakeFirst()
    if (row) return String(row.organisationId)
  }
  return onlyOrganisation(session) ?? PLATFORM_GROUP
}

// Without a chosen hat there is no doubt when all rights are of one organisation.
function onlyOrganisation({ grants }: HandlerContext['session']): string | null {
  const held = new Set(grants.filter(({ scope }) => scope === 'organisation').map(({ objectId }) => objectId))
  return held.size === 1 ? ([...held][0] ?? null) : null
}
