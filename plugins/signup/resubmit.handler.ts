/** A person corrects a registration that was sent back. The answers stay at the form version they were first given with; the place is still held. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { competitionSignupEdit } from '../generated/enums.ts'
import { assertComplete } from '../team/complete.ts'
import { lockTeam } from '../team/team.ts'
import { approveByRule } from './approveByRule.ts'
import { assertNamedTeam } from './assertSignsUpSo.ts'
import { chosenEvent } from './chosenEvent.ts'
import { competitionFacts } from './competitionFacts.ts'
import { registrationNames } from './registrationNames.ts'
import { signupPlace } from './signupPlace.ts'

export default defineHandler('signup.resubmit', async ({ id, formHash, answers: given }, context) => {
  await context.call('signup.own', { id })
  const before = await context.db.selectFrom('signup_registration').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const competition = await competitionFacts(before.competitionId, context)
  if (competition.signupEdit !== competitionSignupEdit.supplementsAllowed) context.fail('SIGNUP_CLOSED')
  if (before.formHash !== formHash) context.fail('FORM_CHANGED', { hash: before.formHash })
  const place = await signupPlace(before.competitionId, before.eventId, context)
  const facts = chosenEvent(before.competitionId, place.event)
  const { answers } = await context.documents.forms.submit({ hash: formHash }, given, facts, before.answers as Record<string, unknown>)
  await context.documents.forms.movePlaces({ hash: formHash }, before.answers, answers)
  if (before.isTeam) await assertComplete(await lockTeam(id, context), context)
  else assertNamedTeam(place, answers, context)
  const { status } = await context.rows.transition('signup.review', 'resubmit', id)
  const { displayName, school } = await registrationNames(competition, answers, context)
  // a team keeps the name that its captain gave it
  const names = before.isTeam ? { school } : { displayName, school }
  await context.rows.save('signup.registration', before, { answers, ...names })
  return { id, status: await approveByRule({ id, status }, place.competition, context) }
})
