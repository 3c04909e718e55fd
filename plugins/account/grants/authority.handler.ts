/** Which of the given permissions the person holds: anywhere, or for one competition, team or organisation, including rights on the objects that contain it or
 *  are above it. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { heldAnywhere, objectsWith } from '../../../runtime/core/permissions.ts'
import { codesInTeam } from '../../team/codesInTeam.ts'
import { type GrantPlace, withContainers } from './withContainers.ts'

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
  const inTeam = competitionId && groupId ? await codesInTeam(groupId, competitionId, context) : null
  const group = groupId && inTeam === null ? [{ scope: 'organisation', objectId: groupId }] : []
  return { places: [...group, ...competition], inTeam: inTeam ?? NO_CODES }
}
