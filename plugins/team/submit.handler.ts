/** The captain submits the team with its form; the flow takes the place in one guarded statement. Nothing is stored unless everything holds. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { draftKey } from '../competition/competitionFacts.ts'
import { signupStatus } from '../generated/enums.ts'
import { assertComplete } from '../registration/complete.ts'
import { assertPart, changeTeam, lockTeam } from '../registration/team.ts'
import { approveByRule } from '../signup/approveByRule.ts'
import { chosenEvent } from '../signup/chosenEvent.ts'
import { registrationNames } from '../signup/registrationNames.ts'
import { signupPlace } from '../signup/signupPlace.ts'
import { acceptPlace, assertTurn } from '../signup/waiting/turn.ts'
import { FORMING } from './asks.ts'

export default defineHandler('team.submit', async ({ id, formHash, answers: given }, context) => {
  const team = await lockTeam(id, context)
  const { session } = context
  const part = await assertPart(team, { parts: ['captain'] }, context)
  if (part === 'organiser' && team.userId !== session.userId) return context.fail('TEAM_PART')
  if (!FORMING.includes(team.status)) return context.fail('TEAM_FROZEN')
  const place = await signupPlace(team.competitionId, team.eventId, context)
  const { event, offer } = await assertTurn(place, context)
  if ((await assertComplete(team, context)) !== signupStatus.formNotSubmitted) return context.fail('TEAM_FROZEN')
  if (place.formHash !== formHash) return context.fail('FORM_CHANGED', { hash: place.formHash })
  const { answers } = await context.documents.forms.submit({ hash: formHash }, given, chosenEvent(team.competitionId, event))
  const { school } = await registrationNames(place.competition, answers, context)
  await changeTeam(team, { formHash, answers: answers, school }, context)
  await acceptPlace(place, offer, context)
  const row = await context.rows.transition('signup.review', 'submit', id)
  await context.rows.removeWhere('platform.draft', { ownerId: session.userId!, key: draftKey(team.competitionId, event) })
  return { id, status: await approveByRule({ id, status: row.status }, place.competition, context) }
})
