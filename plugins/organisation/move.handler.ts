/** Moves an organisation below another one, or to the top. All moves in the tree wait for each other, so that two at the same time cannot make a circle. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import { superiorsOf } from './superiorsOf.ts'

export default defineHandler('organisation.move', async ({ id, superiorId = null }, context) => {
  const { db, session, people, lock, rows, fail } = context
  const reach = objectsWith(session, 'manageOrganization', 'organisation')
  // who manages a part of the tree moves within that part
  if (reach !== null && (superiorId === null || !reach.includes(superiorId))) return fail('PERMISSION_DENIED')
  await lock('organisationTree', '')
  const row = await context.rows.get('organisation.organisation', id)
  if (superiorId !== null && (superiorId === id || (await superiorsOf(superiorId, db)).includes(id))) return fail('ORGANISATION_CYCLE')
  await rows.save('organisation.organisation', row, { superiorId })
  people.sessions.changedForAll()
  return { id, superiorId }
})
