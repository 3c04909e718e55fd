/** Ids of the groups (organisations and competitions) where the person has an identity; optionally only those of experts, or of reviewers. */
import { defineHandler, type Session } from '../../../runtime/core/contracts.ts'
import { objectsWith } from '../../../runtime/core/permissions.ts'
import { parseIdentity } from './identityOptions.ts'

const EXPERT = 'expert'
/** Opens the works to be reviewed. */
const REVIEW = 'mangerWorks'

export default defineHandler('account.groupIds', ({ expert, review }, { session }) => {
  const identities = (session.identities ?? []).map(parseIdentity)
  const groupIds = identities
    .filter(({ kind, scope, objectId }) => (!expert || kind === EXPERT) && (!review || mayReview(session, scope, objectId)))
    .flatMap(({ objectId }) => objectId ?? [])
  return { groupIds: [...new Set(groupIds)], expert: identities.some(({ kind }) => kind === EXPERT) }
})

function mayReview(session: Session, scope: string | null, objectId: string | null): boolean {
  const objects = objectsWith(session, REVIEW, scope ?? '')
  return objects === null || (objectId !== null && objects.includes(objectId))
}
