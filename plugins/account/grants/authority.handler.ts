/** Which of the given permissions the person holds: anywhere, or for one competition, team or organisation, including rights on the objects that contain it or
 *  are above it. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { heldAnywhere, objectsWith } from '../../../runtime/core/permissions.ts'
import { type GrantPlace, withContainers } from './withContainers.ts'

declare module '../../../runtime/core/contracts.ts' {
  interface ExtensionPoints {
    /** Codes that the person holds in a group of a competition by being in it; null when the competition has no such group. */
    'account.group': (groupId: string, competitionId: string, context: HandlerContext) => Promise<ReadonlySet<string> | null>
  }
}

interface Asked {
  codes: string[]
  competitionId?: string
  groupId?: string
}
const NO_CODES: ReadonlySet<string> = new Set()

export default defineHandler('account.authority', async (asked, context) => {
  if (!asked.competitionId && !asked.groupId) {
    const anywhere = heldAnywhere(context.session)
    return asked.codes.map((code) => ({ code, allow: anywhere.has(code) }))
  }
  const { places, inTeam } = await reachOf(asked, context)
  const allows = (code: string): boolean => inTeam.has(code) || places.some((place) => holdsAt(code, place, context))
  return asked.codes.map((code) => ({ code, allow: allows(code) }))
})

function holdsAt(code: string, { scope, objectId }: GrantPlace, { session }: HandlerContext): boolean {
  const objects = objectsWith(session, code, scope)
  return objects === null || objects.includes(objectId)
}

/** Beside a competition, `groupId` names a team of it; else an organisation. */
async function reachOf(
  { competitionId, groupId }: Asked,
  context: HandlerContext,
): Promise<{ places: GrantPlace[]; inTeam: ReadonlySet<string> }> {
  const competition = competitionId ? await withContainers({ scope: 'competition', objectId: competitionId }, context) : []
  const inTeam = competitionId && groupId ? await codesInGroup(groupId, competitionId, context) : null
  const group = groupId && inTeam === null ? [{ scope: 'organisation', objectId: groupId }] : []
  return { places: [...group, ...competition], inTeam: inTeam ?? NO_CODES }
}

async function codesInGroup(groupId: string, competitionId: string, context: HandlerContext): Promise<ReadonlySet<string> | null> {
  for (const codesIn of context.extensions('account.group').values()) {
    const codes = await codesIn(groupId, competitionId, context)
    if (codes) return codes
  }
  return null
}
