/** Which of the codes asked for the person holds: anywhere; or for one competition or group, also through what contains it or stands above it. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { heldAnywhere, objectsWith } from '../../runtime/core/permissions.ts'
import { type Place, withContainers } from './withContainers.ts'

interface Asked {
  codes: string[]
  competitionId?: string
  groupId?: string
}

export default defineHandler<Asked>('account.authority', async (asked, context) => {
  const places = await placesOf(asked, context)
  const anywhere = heldAnywhere(context.session)
  const allows = (code: string): boolean => (places ? places.some((place) => holdsAt(code, place, context)) : anywhere.has(code))
  return asked.codes.map((code) => ({ code, allow: allows(code) }))
})

function holdsAt(code: string, { scope, objectId }: Place, { session }: HandlerContext): boolean {
  const objects = objectsWith(session, code, scope)
  return objects === null || objects.includes(objectId)
}

/** Null: wherever. */
async function placesOf({ competitionId, groupId }: Asked, context: HandlerContext): Promise<Place[] | null> {
  if (!competitionId && !groupId) return null
  const group = groupId ? [{ scope: 'organisation', objectId: groupId }] : []
  return [...group, ...(competitionId ? await withContainers({ scope: 'competition', objectId: competitionId }, context) : [])]
}
