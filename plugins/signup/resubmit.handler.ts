/** A person corrects a registration that was sent back, or edits one that waits or was approved, which is then reviewed again. The answers stay at the form
 *  version they were first given with; the place is still held. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { competitionFacts } from '../competition/competitionFacts.ts'
import { competitionSignupEdit, signupStatus } from '../generated/enums.ts'
import type { Row } from '../generated/tables.ts'
import { repriceOrder } from '../pay/orders/repriceOrder.ts'
import { assertComplete } from '../registration/complete.ts'
import { lockTeam } from '../registration/team.ts'
import { approveByRule } from './approveByRule.ts'
import { assertNamedTeam } from './assertSignsUpSo.ts'
import { chosenEvent } from './chosenEvent.ts'
import { keepLook } from './desk/keepLook.ts'
import { editRule } from './ownChanges.ts'
import { registrationNames } from './registrationNames.ts'
import { signupPlace } from './signupPlace.ts'

export default defineHandler('signup.resubmit', async ({ id, formHash, answers: given }, context) => {
  await context.call('signup.own', { id })
  const before = await context.rows.get('signup.registration', id)
  const competition = await competitionFacts(before.competitionId, context)
  if (competition.signupEdit !== competitionSignupEdit.supplementsAllowed) context.fail('SIGNUP_CLOSED')
  const isRevised = await revises(before, context)
  if (before.formHash !== formHash) context.fail('FORM_CHANGED', { hash: before.formHash })
  const place = await signupPlace(before.competitionId, before.eventId, context)
  const facts = chosenEvent(before.competitionId, place.event)
  const { answers } = await context.documents.forms.submit({ hash: formHash }, given, facts, before.answers as Record<string, unknown>)
  await context.documents.forms.movePlaces({ hash: formHash }, before.answers, answers)
  if (before.isTeam) await assertComplete(await lockTeam(id, context), context)
  else assertNamedTeam(place, answers, context)
  if (before.status === signupStatus.registered) await keepLook(before, null, context)
  const { status } = await context.rows.transition('signup.review', isRevised ? 'revise' : 'resubmit', id)
  const { displayName, school } = await registrationNames(competition, answers, context)
  // a team keeps the name that its captain gave it
  const names = before.isTeam ? { school } : { displayName, school }
  await context.rows.save('signup.registration', before, { answers, ...names })
  await repriceOrder(before, { ...before, answers, ...names }, context)
  return { id, status: await approveByRule({ id, status }, place.competition, context) }
})

/** Whether a submitted registration is edited, rather than one that was sent back. @throws SIGNUP_CLOSED */
async function revises(before: Row<'signup_registration'>, context: HandlerContext): Promise<boolean> {
  if (before.status === signupStatus.sentBack) return false
  const { mayEdit, editUntil } = await editRule(before, context)
  if (!mayEdit && context.now.toISOString() > editUntil) context.fail('SIGNUP_CLOSED', { at: editUntil })
  return true
}
