/** The organisation of the identity that the person uses: the object of the identity, or the organisation that it lies in. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { parseIdentity } from '../account/grants/identityOptions.ts'
import { withContainers } from '../account/grants/withContainers.ts'
import { PLATFORM_GROUP } from './pageSetting.ts'

/** @returns the organisation's id; the platform's group for everyone else */
export async function currentGroup(context: Pick<HandlerContext, 'tables' | 'session' | 'platform'>): Promise<string> {
  const { scope, objectId } = parseIdentity(context.session.identity ?? '')
  const places = scope && objectId ? await withContainers({ scope, objectId }, context) : []
  return places.find((place) => place.scope === 'organisation')?.objectId ?? onlyOrganisation(context.session) ?? PLATFORM_GROUP
}

// Without a chosen identity there is no doubt when all rights are of one organisation.
function onlyOrganisation({ grants }: HandlerContext['session']): string | null {
  const held = new Set(grants.filter(({ scope }) => scope === 'organisation').map(({ objectId }) => objectId))
  return held.size === 1 ? ([...held][0] ?? null) : null
}
