/** Which of the codes asked for the person holds: anywhere, or for one competition or group (also through its organisation, or for the whole platform). */
import { defineHandler, type Grant, type HandlerContext } from '../../runtime/core/contracts.ts'

interface Asked {
  codes: string[]
  competitionId?: string
  groupId?: string
}

export default defineHandler<Asked>('account.authority', async (asked, context) => {
  const places = await placesOf(asked, context)
  const counts = (grant: Grant): boolean => !places || grant.scope === null || places.has(`${grant.scope} ${grant.objectId}`)
  const held = new Set(context.session.grants.filter(counts).map(({ permission }) => permission))
  return asked.codes.map((code) => ({ code, allow: held.has(code) }))
})

/** Null: wherever. */
async function placesOf({ competitionId, groupId }: Asked, { db }: HandlerContext): Promise<Set<string> | null> {
  if (!competitionId && !groupId) return null
  const places = new Set<string>()
  if (groupId) places.add(`organisation ${groupId}`)
  if (competitionId) {
    places.add(`competition ${competitionId}`)
    const row = await db.selectFrom('competition_competition').select('organisationId').where('id', '=', competitionId).executeTakeFirst()
    if (row) places.add(`organisation ${row.organisationId}`)
  }
  return places
}
