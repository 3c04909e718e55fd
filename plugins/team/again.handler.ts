/** The captain signs a withdrawn team up again: it is put together anew, with the members it has. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertPaysAnew } from '../pay/orders/leaveOrder.ts'
import { settleTeam } from '../registration/settleTeam.ts'
import { assertPart, lockTeam } from '../registration/team.ts'
import { assertOpenForSignup } from '../signup/openEvent.ts'
import { signupPlace } from '../signup/signupPlace.ts'

export default defineHandler('team.again', async ({ id }, context) => {
  const team = await lockTeam(id, context)
  const part = await assertPart(team, { parts: ['captain'] }, context)
  if (part === 'organiser' && team.userId !== context.session.userId) return context.fail('TEAM_PART')
  assertOpenForSignup(await signupPlace(team.competitionId, team.eventId, context), context)
  await assertPaysAnew(id, context)
  await context.rows.transition('signup.review', 'again', id)
  return { id, status: await settleTeam(id, context) }
})
