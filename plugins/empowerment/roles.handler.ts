/** Roles that the asker may give: on the competition or organisation named, or (as a filter) on any. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { localName } from '../account/grants/identityOptions.ts'
import { maySetPermission } from '../account/grants/mayGrant.ts'
import { rolesFor } from '../account/grants/place.ts'

export default defineHandler('empowerment.roles', async ({ competitionId, ownerId }, context) => {
  const { platform, lang } = context
  const place = competitionId
    ? { scope: 'competition', objectId: competitionId }
    : ownerId
      ? { scope: 'organisation', objectId: ownerId }
      : null
  if (place && !(await maySetPermission(place, context))) return []
  const scoped = [...platform.documents.role.values()].filter(({ scopes }) => scopes.length > 0).map(({ id }) => id)
  const roles = place ? await rolesFor(place, context) : scoped
  return roles.map((id) => ({ id, name: localName(platform.get('role', id).title, lang) ?? id }))
})
